import type { Action } from '../../../server/features/orgs/rules.ts';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { usePermitted } from '@/lib/permitted.ts';

/** It is the turn of the user's org: the user's own if their role may act, otherwise the team's. */
export function OurTurnTag({ action }: { action: Action }) {
  return <TurnTag turn={{ who: usePermitted(action) === true ? 'you' : 'team' }} />;
}

const ACTION_OF_STEP: Record<string, Action> = {
  sign: 'contract.sign',
  signAddendum: 'contract.sign',
  fund: 'escrow.fund',
  pay: 'escrow.fund',
  submit: 'content.submit',
  fixChanges: 'content.submit',
  submitLate: 'content.submit',
  review: 'content.approve',
  release: 'escrow.release',
  answerCancel: 'escrow.cancel',
};

/** The name of the next step in a deal. */
export const actionOfStep = (step: string | null): Action => ACTION_OF_STEP[step ?? ''] ?? 'message.send';
