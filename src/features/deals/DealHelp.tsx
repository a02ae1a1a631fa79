import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const loadDialog = () => import('@/features/deals/HelpDialog.tsx');
const HelpDialog = lazyNamed(loadDialog, 'HelpDialog');

/**
 * The platform's staff look at the deal and answer by mail and here; only the requesting side sees it. No deadline
 * stops.
 */
export function DealHelp({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const { contractId } = deal;
  const query = useQuery(api.help.thread.queryOptions({ contractId }));
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [sent, setSent] = useState<'opened' | 'joined' | null>(null);
  const thread = query.data;
  const running = deal.milestones.some((m) => !isTerminal(m.state));
  return (
    <section id="help" aria-labelledby="deal-help">
      <h2 id="deal-help" className="heading-section">
        {t('help.title')}
      </h2>
      <p className="mt-1 max-w-60ch text-sm text-muted-foreground">
        {t('help.text')} {running ? t('help.clocks') : null}
      </p>
      {thread && thread.messages.length > 0 ? (
        <ol aria-label={t('help.title')} className="mt-3 grid gap-3 border-s-2 border-border ps-3">
          {thread.messages.map((message) => (
            <li key={message.id}>
              <p className="text-sm">
                <b className="font-semibold">
                  <bdi>{message.fromStaff ? t('help.staff', { name: message.authorName }) : message.authorName}</bdi>
                </b>{' '}
                <span className="text-muted-foreground">
                  <DateText value={message.at} as="relative" />
                </span>
              </p>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {message.body}
              </p>
            </li>
          ))}
        </ol>
      ) : null}
      {thread?.answerBy ? (
        <p className="mt-2 text-sm text-muted-foreground">
          {t('help.answerBy', { date: format.date(thread.answerBy) })}
        </p>
      ) : null}
      {sent ? (
        <Alert tone="done" className="mt-3">
          {t(sent === 'joined' ? 'help.joined' : 'help.opened')}
        </Alert>
      ) : null}
      <Button
        className="mt-3"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setIsDialogOpen(true)}
      >
        <LifeBuoy aria-hidden />
        {t(thread?.open ? 'help.more' : 'help.ask')}
      </Button>
      {isDialogOpen ? (
        <Suspense fallback={null}>
          <HelpDialog
            contractId={contractId}
            running={running}
            onSent={setSent}
            onClose={() => setIsDialogOpen(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
