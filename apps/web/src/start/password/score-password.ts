import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** 0 (guessed at once) to 4 (hard to guess). `words`: what an attacker knows of the account. */
export const scorePassword = (password: string, words: string[]) => zxcvbn.check(password, words).score
