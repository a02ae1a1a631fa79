/** Failures of a mail server, on command. */
export type FaultKind =
  /** Temporary refusal: the sender should retry. */
  | 'refuse_temporarily'
  /** Permanent refusal: the sender should not retry. */
  | 'refuse_permanently'
  /** Accept late. */
  | 'delay'
  /** Store the mail and close the connection without an answer: the sender sends it twice. */
  | 'hang_up_after_accept';

const faultKinds: readonly FaultKind[] = ['refuse_temporarily', 'refuse_permanently', 'delay', 'hang_up_after_accept'];

export interface Fault {
  kind: FaultKind;
  /** Number of mails that the fault still applies to. */
  times: number;
  delayMs: number;
  /** Only mails to an address that contains this text. */
  to: string;
}

export class FaultPlan {
  private faults: Fault[] = [];

  add(fault: Fault): void {
    this.faults.push(fault);
  }

  clear(): void {
    this.faults = [];
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  take(recipients: readonly string[]): Fault | null {
    const fault = this.faults.find(
      (candidate) => candidate.times > 0 && recipients.some((address) => address.includes(candidate.to)),
    );
    if (!fault) return null;
    fault.times -= 1;
    this.faults = this.faults.filter((candidate) => candidate.times > 0);
    return fault;
  }
}

/** Reads a fault from a request body; null when it is not one. */
export function parseFault(body: unknown): Fault | null {
  if (typeof body !== 'object' || body === null) return null;
  const { kind, times, delay_ms: delayMs, to } = body as Record<string, unknown>;
  if (!faultKinds.includes(kind as FaultKind)) return null;
  return {
    kind: kind as FaultKind,
    times: typeof times === 'number' && times > 0 ? Math.floor(times) : 1,
    delayMs: typeof delayMs === 'number' && delayMs > 0 ? Math.min(delayMs, 120_000) : 1000,
    to: typeof to === 'string' ? to : '',
  };
}
