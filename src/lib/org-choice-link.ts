import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { dropRefusedChoice, orgChoice } from '@/lib/org-choice.ts';
import { refusalLink, type RefusalOf } from '@/lib/refusal-link.ts';

/** Codes that mean the choice of this tab is not valid any more. */
const REFUSALS: ReadonlySet<string> = new Set(['org.unknown', 'acting.ended']);

/** Leaves an org that the user does not belong to any more: the page is loaded anew, in the first org. */
export const orgChoiceLink = (refusalOf: RefusalOf): TRPCLink<AppRouter> =>
  refusalLink(refusalOf, ({ code }) => {
    const { org, actingFor } = orgChoice();
    if (!REFUSALS.has(code) || (org === null && actingFor === null)) return;
    dropRefusedChoice(code);
    window.location.reload();
  });
