import { isAppError } from '../../server/core/errors.ts';

const refusal = (e: unknown): string => (isAppError(e) ? e.code : String(e));

/** The code with which an act is refused, or `done`. */
export const codeOf = (act: Promise<unknown>): Promise<string> => act.then(() => 'done', refusal);

/** The same of acts that answer with a word, which counts as well. */
export const wordOf = (act: Promise<unknown>): Promise<string> =>
  act.then((answer) => (typeof answer === 'string' ? answer : 'done'), refusal);

/** The code with which an act is refused and the problem that it names, or `done`. */
export const problemOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (e: unknown) => (isAppError(e) && e.data?.['problem'] ? `${e.code} ${String(e.data['problem'])}` : refusal(e)),
  );
