import type { FirstTexts } from '../texts/en-first.ts'

type Problems = FirstTexts['start']['problem']
type Field = 'name' | 'email' | 'password' | 'newPassword' | 'code' | 'setupToken'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MIN_PASSWORD = 8

/** What is wrong with the fields given, before the service is asked, which checks them again and more strictly. */
export function checkFields(fields: { [F in Field]?: string }, problem: Problems): { [F in Field]?: string } {
  const { name, email, password, newPassword, code, setupToken } = fields
  return {
    ...(name !== undefined && !name.trim() && { name: problem.name_blank }),
    ...(email !== undefined && !EMAIL.test(email.trim()) && { email: problem.email_wrong }),
    ...(password === '' && { password: problem.password_blank }),
    ...(newPassword !== undefined && [...newPassword].length < MIN_PASSWORD && { newPassword: problem.password_short }),
    ...(setupToken !== undefined && !setupToken.trim() && { setupToken: problem.setup_token_required }),
    ...(code !== undefined && !code.trim() && { code: problem.code_blank }),
  }
}
