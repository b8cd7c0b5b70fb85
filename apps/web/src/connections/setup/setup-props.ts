export interface SetupProps {
  /** The address that onboard devices send to. */
  service: string
  /** The connection key; null once it is not shown any more. */
  value: string | null
}
