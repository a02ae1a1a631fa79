/** Calls that a key may make within a time, counted as they come. */
export interface Quota {
  name: string;
  limit: number;
  windowMs: number;
}

export interface QuotaUse {
  used: number;
  limit: number;
  over: boolean;
  /** Until the oldest call of the window leaves it. */
  retryAfterSeconds: number;
}

export class Quotas {
  readonly #uses = new Map<string, number[]>();

  /** Counts a call of `units`; a call above the limit is counted by the network all the same and refused. */
  use(quota: Quota, key: string, now: number, units = 1): QuotaUse {
    const name = `${quota.name}:${key}`;
    const uses = (this.#uses.get(name) ?? []).filter((at) => at > now - quota.windowMs && at <= now);
    const over = uses.length + units > quota.limit;
    if (!over) for (let n = 0; n < units; n += 1) uses.push(now);
    this.#uses.set(name, uses);
    const oldest = uses[0] ?? now;
    return {
      used: uses.length,
      limit: quota.limit,
      over,
      retryAfterSeconds: Math.max(1, Math.ceil((oldest + quota.windowMs - now) / 1000)),
    };
  }
}
