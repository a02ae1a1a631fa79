import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { amountProblem } from '../../../server/core/money.ts';
import type { FairRate, RateInput } from '../../../server/features/rates/rules.ts';
import type { RateStart } from '../../../server/features/rates/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { rateText } from '@/lib/rate-text.ts';
import type { Persona } from '@/lib/screens.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface RateActionsProps {
  start: RateStart;
  input: RateInput;
  rate: FairRate;
  persona: Persona;
}

/** A creator's way into the own rate card, a brand's into an offer. */
export function RateActions({ start, input, rate, persona }: RateActionsProps) {
  const { t } = useTranslation('rates');
  const mayEdit = usePermitted('profile.edit') === true;
  const mayOffer = usePermitted('offer.negotiate') === true;
  const price = { platform: input.platform, format: input.format, currency: rate.currency, amount: rate.fair };
  const impossible = amountProblem(rate.fair, rate.currency) !== null;
  if (persona === 'creator' && start.creator?.isOwn)
    return <UseAsRate price={price} allowed={mayEdit} impossible={impossible} />;
  if (persona !== 'brand') return null;
  if (!start.creator) return <p className="text-sm text-muted-foreground">{t('offer.needsCreator')}</p>;
  if (!mayOffer) return <p className="text-sm text-muted-foreground">{t('offer.notAllowed')}</p>;
  if (impossible) return <p className="text-sm text-muted-foreground">{t('impossible')}</p>;
  const { use, days } = input.rights;
  return (
    <div>
      <Button asChild variant="ink">
        <Link
          to="/collaboration-request/new"
          search={{
            creator: start.creator.orgId,
            rate: rateText({ ...price, use, days, exclusivityDays: input.exclusivityDays }),
          }}
        >
          {t('offer.use')}
        </Link>
      </Button>
    </div>
  );
}

type Price = Parameters<ReturnType<typeof trpc.creators.setRate.useMutation>['mutateAsync']>[0];

function UseAsRate({ price, allowed, impossible }: { price: Price; allowed: boolean; impossible: boolean }) {
  const { t } = useTranslation('rates');
  const explain = useErrorText();
  const save = trpc.creators.setRate.useMutation();
  if (!allowed) return <p className="text-sm text-muted-foreground">{t('rate.notAllowed')}</p>;
  if (impossible) return <p className="text-sm text-muted-foreground">{t('impossible')}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="ink"
        pending={save.isPending}
        onClick={() =>
          save.mutate(price, {
            onSuccess: (profile) => {
              keepAnswer(api.creators.mine.queryOptions().queryKey, profile);
              void api.creators.byHandle.invalidate();
              void toast('success', t('rate.saved'));
            },
          })
        }
      >
        {t('rate.use')}
      </Button>
      {save.error ? <Alert tone="problem">{explain(save.error)}</Alert> : null}
    </div>
  );
}
