import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DecisionDto, DisputeDto, DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useSplitValues } from '@/components/disputes/dispute-words.ts';

/** What both sides wrote, oldest first. */
export function Statements({ milestone, dispute }: { milestone: DisputedMilestone; dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const { nameOf } = useSplitValues(milestone, dispute.amount);
  return (
    <section>
      <h3 className="heading-section mb-2">{t('statement.title')}</h3>
      <ol className="grid gap-3">
        {dispute.statements.map((s) => (
          <li key={s.id} className="border-s-2 border-border ps-3">
            <p className="text-sm">
              <b className="font-semibold">
                <bdi>{nameOf(s.side)}</bdi>
              </b>{' '}
              {s.kind === 'opening' && s.reason
                ? t('statement.opening', { reason: t(`reason.${s.reason}`) })
                : s.kind === 'appeal'
                  ? t('statement.appeal')
                  : null}{' '}
              <span className="text-muted-foreground">
                <bdi>{s.authorName}</bdi> · <DateText value={s.at} />
              </span>
            </p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {s.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Files that both sides added. */
export function EvidenceList({ milestone, dispute }: { milestone: DisputedMilestone; dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const { nameOf } = useSplitValues(milestone, dispute.amount);
  if (dispute.evidence.length === 0) return <p className="text-sm text-muted-foreground">{t('files.none')}</p>;
  return (
    <ul className="grid gap-2">
      {dispute.evidence.map((file) => (
        <li key={file.id}>
          <a
            href={file.url}
            target="_blank"
            rel="noreferrer"
            className="flex max-w-full items-center gap-3 rounded-md border border-border px-3 py-2 hover:bg-accent"
          >
            {file.mime.startsWith('image/') ? (
              <img src={file.url} alt="" loading="lazy" className="size-10 shrink-0 rounded-sm bg-muted object-cover" />
            ) : (
              <FileText aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            )}
            <span className="min-w-0 grow">
              <bdi className="block truncate">{file.name}</bdi>
              <span className="block text-sm text-muted-foreground">
                <bdi>{nameOf(file.side)}</bdi> · <DateText value={file.at} /> · {format.bytes(file.size)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Decisions in force, with the reasons that both sides read. */
export function Decisions({ milestone, dispute }: { milestone: DisputedMilestone; dispute: DisputeDto }) {
  return dispute.decisions.map((one) => <Ruling key={one.n} milestone={milestone} amount={dispute.amount} one={one} />);
}

function Ruling({ milestone, amount, one }: { milestone: DisputedMilestone; amount: number; one: DecisionDto }) {
  const { t } = useTranslation('disputes');
  const { splitAt } = useSplitValues(milestone, amount);
  return (
    <section className="rounded-lg border border-border p-4">
      <h3 className="font-semibold">{t(one.n === 2 ? 'ruling.appealTitle' : 'ruling.title')}</h3>
      <p>{t('split', splitAt(one.creatorGets))}</p>
      <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        <q>{one.reason}</q>
      </p>
      <p className="mt-1 text-sm text-muted-foreground">
        <bdi>{one.decidedByName}</bdi> · <DateText value={one.at} />
      </p>
      {one.confirmedByName ? (
        <p dir="auto" className="mt-1 text-sm text-muted-foreground">
          {t('ruling.confirmed', { name: one.confirmedByName, text: one.confirmation ?? '' })}
        </p>
      ) : null}
    </section>
  );
}
