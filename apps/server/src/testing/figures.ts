/** The figures without labels that a service has on /metrics now, by their names. Throws for one that is not there. */
export async function figuresOf(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return (name) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
    if (value === undefined) throw new Error(`${url}/metrics has no ${name}`)
    return Number(value)
  }
}
