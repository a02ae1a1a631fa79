import { codeText, isErrorCode } from '@/lib/error-text.ts';

export interface OfferedAct<Act extends string> {
  act: Act;
  run: () => void;
  destructive?: boolean;
  hint?: string;
}

/**
 * Items of a menu of acts on a record. Acts that its state excludes are left out; those that a role or something else
 * prevents show the reason.
 */
export function offeredActs<Act extends string>(
  acts: readonly OfferedAct<Act>[],
  can: Readonly<Record<Act, true | string>>,
  label: (act: Act) => string,
) {
  return acts
    .filter(({ act }) => can[act] !== 'state.wrong')
    .map(({ act, run, destructive = false, hint }) => {
      const why: true | string = can[act];
      return {
        id: act,
        label: label(act),
        onSelect: run,
        destructive: destructive && why === true,
        ...(hint ? { hint } : {}),
        ...(why === true ? {} : { refusal: codeText(isErrorCode(why) ? why : 'state.wrong') }),
      };
    });
}
