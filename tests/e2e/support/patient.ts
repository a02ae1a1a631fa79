/**
 * A time limit in milliseconds, longer in unattended runs (`CI`): their machine may be slow and shared. A limit is for what hangs; how
 * fast the product is, the measurements say.
 */
export const patient = (ms: number): number => (process.env['CI'] ? 2 * ms : ms);
