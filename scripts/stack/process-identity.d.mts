export interface RecordedProcess {
  pid: number;
  startMark: string;
}
export interface StopManner {
  stopSignal?: NodeJS.Signals;
  graceMs?: number;
}
export interface RecordedChild extends RecordedProcess, StopManner {
  name: string;
  /** Order of starting; stopping goes from the highest stage to the lowest. */
  stage: number;
}
export function processStartMark(pid: number): string | null;
export function isAlive(recorded: RecordedProcess | null | undefined): boolean;
export function identify(pid: number): RecordedProcess;
export function endProcess(recorded: RecordedProcess, manner?: StopManner): Promise<boolean>;
export function endInOrder(children: readonly RecordedChild[]): Promise<void>;
