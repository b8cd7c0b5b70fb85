import type { Texts } from '../texts/en.ts'

type Problems = Texts['start']['problem']
type Field = 'name' | 'email' | 'password' | 'newPassword' | 'code'

/** What is wrong with each field, before the service is asked. */
export type FieldProblems = { [F in Field]?: Problems['name_blank'] }

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const SHORTEST_PASSWORD = 8

/** Checks the fields given. The service checks them again, and more strictly. */
export function checkFields(fields: { [F in Field]?: string }, problem: Problems): FieldProblems {
  const { name, email, password, newPassword, code } = fields
  return {
    ...(name !== undefined && !name.trim() && { name: problem.name_blank }),
    ...(email !== undefined && !EMAIL.test(email.trim()) && { email: problem.email_wrong }),
    ...(password === '' && { password: problem.password_blank }),
    ...(newPassword !== undefined &&
      [...newPassword].length < SHORTEST_PASSWORD && { newPassword: problem.password_short }),
    ...(code !== undefined && !code.trim() && { code: problem.code_blank }),
  }
}
