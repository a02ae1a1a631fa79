import { AppError } from '../../core/errors.ts';

export interface Seat {
  /** Aborted when somebody else needs the place. */
  signal: AbortSignal;
  leave(): void;
}

export interface Seats {
  /** A place for one open connection of this person. Throws service.unavailable when the house is full. */
  take(userId: string): Seat;
  readonly taken: number;
}

/** Connections that stay open are bounded: in all, and per person, whose oldest one makes room for a new one. */
export function createSeats({ total, perUser }: { total: number; perUser: number }): Seats {
  const seats = new Map<string, Set<AbortController>>();
  let taken = 0;
  function leave(userId: string, seat: AbortController): void {
    const own = seats.get(userId);
    if (!own?.delete(seat)) return;
    taken -= 1;
    if (own.size === 0) seats.delete(userId);
  }
  return {
    take(userId) {
      const own = seats.get(userId) ?? new Set();
      const [oldest] = own;
      if (oldest && own.size >= perUser) {
        leave(userId, oldest);
        oldest.abort();
      }
      if (taken >= total) throw new AppError('service.unavailable');
      const seat = new AbortController();
      seats.set(userId, own.add(seat));
      taken += 1;
      return { signal: seat.signal, leave: () => leave(userId, seat) };
    },
    get taken() {
      return taken;
    },
  };
}
