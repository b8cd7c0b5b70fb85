export * from './errors.ts'
export * from './limits.ts'
export * from './metrics.ts'
