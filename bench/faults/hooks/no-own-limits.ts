// A control: processes that cannot count by themselves while Redis is away (NODE_OPTIONS=--import=...).
import { RateLimiterMemory } from 'rate-limiter-flexible'

RateLimiterMemory.prototype.consume = () => Promise.reject(new Error('no limits of its own'))
