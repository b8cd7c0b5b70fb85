import { createPrivateKey, KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { LOCAL_DOMAINS, PRIVATE_NETWORKS } from './local-names.ts'

const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3_650
/** Apple's devices refuse more than 825. */
const CERTIFICATE_DAYS = 397
const RENEW_DAYS = 30
const KEY = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' }

/** A private key and its certificate, one after the other: what reads one of them skips the other. */
export type Pem = string

/** An authority that can vouch for names and addresses of a local network only, whoever has its key. */
export async function makeAuthority(now: Date): Promise<Pem> {
  const keys = await newKeys()
  const made = await X509CertificateGenerator.createSelfSigned({
    name: `CN=Binnacle ${now.toISOString().slice(0, 10)}`,
    ...validity(now, AUTHORITY_DAYS),
    keys,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(onlyLocal())),
    ],
  })
  return pem(keys, made.toString('pem'))
}

const onlyLocal = () =>
  new NameConstraints({
    permittedSubtrees: new GeneralSubtrees([
      ...LOCAL_DOMAINS.map((dNSName) => permitted({ dNSName })),
      ...PRIVATE_NETWORKS.map((iPAddress) => permitted({ iPAddress })),
    ]),
  })

const permitted = (name: Partial<GeneralName>) => new GeneralSubtree({ base: new GeneralName(name) })

/** A certificate of the authority for a host name or an address. */
export async function certify(authority: Pem, host: string, now: Date): Promise<Pem> {
  const keys = await newKeys()
  const { subject, validToDate, publicKey } = new X509Certificate(authority)
  const { notBefore, notAfter } = validity(now, CERTIFICATE_DAYS)
  const made = await X509CertificateGenerator.create({
    // OpenSSL takes a host or an address in here for a name that the authority would have to permit.
    subject: 'CN=Binnacle',
    issuer: subject,
    notBefore,
    notAfter: new Date(Math.min(notAfter.getTime(), validToDate.getTime())),
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority).toCryptoKey(KEY, false, ['sign']),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await AuthorityKeyIdentifierExtension.create(publicKey.toCryptoKey(KEY, true, ['verify'])),
      new SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }]),
    ],
  })
  return pem(keys, made.toString('pem'))
}

/** A boat's clocks differ: it holds since yesterday. */
const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + (days - 1) * DAY_MS),
})

export const isDue = (text: Pem, now: Date): boolean =>
  new X509Certificate(text).validToDate.getTime() < now.getTime() + RENEW_DAYS * DAY_MS

export function isFor(text: Pem, host: string, authority: Pem): boolean {
  const certificate = new X509Certificate(text)
  const named = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  return named !== undefined && certificate.verify(new X509Certificate(authority).publicKey)
}

/** The authority without its key, as phones take it. */
export const publicPart = (text: Pem): string => new X509Certificate(text).toString()

const newKeys = () => webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])

const pem = ({ privateKey }: { privateKey: webcrypto.CryptoKey }, certificate: string): Pem =>
  `${KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' })}${certificate}\n`
