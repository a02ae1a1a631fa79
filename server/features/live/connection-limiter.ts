import { AppError } from '../../core/errors.ts';

export interface ConnectionSlot {
  /** Aborted when a newer connection takes the slot. */
  signal: AbortSignal;
  release(): void;
}

export interface ConnectionLimiter {
  /** Takes a slot for one open connection of this user. Throws service.unavailable when all are taken. */
  acquire(userId: string): ConnectionSlot;
  readonly open: number;
}

/** Bounds the connections that stay open: in total, and per user, whose oldest one is closed for a new one. */
export function createConnectionLimiter({ total, perUser }: { total: number; perUser: number }): ConnectionLimiter {
  const byUser = new Map<string, Set<AbortController>>();
  let open = 0;
  function release(userId: string, slot: AbortController): void {
    const own = byUser.get(userId);
    if (!own?.delete(slot)) return;
    open -= 1;
    if (own.size === 0) byUser.delete(userId);
  }
  return {
    acquire(userId) {
      const own = byUser.get(userId) ?? new Set();
      const [oldest] = own;
      if (oldest && own.size >= perUser) {
        release(userId, oldest);
        oldest.abort();
      }
      if (open >= total) throw new AppError('service.unavailable');
      const slot = new AbortController();
      byUser.set(userId, own.add(slot));
      open += 1;
      return { signal: slot.signal, release: () => release(userId, slot) };
    },
    get open() {
      return open;
    },
  };
}
