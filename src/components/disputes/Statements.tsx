import { FileText } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecisionDto, DisputeDto, DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { useSplitValues } from '@/components/disputes/dispute-words.ts';

const SIDES = ['brand', 'creator'] as const satisfies Side[];

/** What each side wrote and the files it added, beside each other. `own`: below what the reader's side has said. */
export function BothSides({
  milestone,
  dispute,
  mySide,
  own,
}: {
  milestone: DisputedMilestone;
  dispute: DisputeDto;
  mySide?: Side;
  own?: ReactNode;
}) {
  const { t } = useTranslation('disputes');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="heading-section mb-2">
        {t('statement.title')}
      </h3>
      <div className="grid rounded-lg border border-border md:grid-cols-2">
        {SIDES.map((side) => (
          <div
            key={side}
            className="grid min-w-0 content-start gap-4 border-border p-4 not-first:border-t md:px-5 md:not-first:border-s md:not-first:border-t-0"
          >
            <h4 className="flex min-w-0 items-center gap-2.5 font-semibold">
              <PartyAvatar kind={side} {...faceOf(milestone[side])} size="sm" />
              <bdi className="min-w-0 truncate-name">{milestone[side].name}</bdi>
            </h4>
            <Statements dispute={dispute} side={side} />
            <EvidenceList dispute={dispute} side={side} />
            {side === mySide ? own : null}
          </div>
        ))}
      </div>
    </section>
  );
}

function Statements({ dispute, side }: { dispute: DisputeDto; side: Side }) {
  const { t } = useTranslation('disputes');
  const written = dispute.statements.filter((one) => one.side === side);
  if (written.length === 0) return <p className="text-sm text-muted-foreground">{t('statement.none')}</p>;
  return (
    <ol className="grid gap-3">
      {written.map((s) => (
        <li key={s.id}>
          <p className="text-sm">
            <bdi className="font-540">{s.authorName}</bdi>{' '}
            {s.kind === 'opening' && s.reason
              ? t('statement.opening', { reason: t(`reason.${s.reason}`) })
              : s.kind === 'appeal'
                ? t('statement.appeal')
                : null}
            <DateText value={s.at} className="block text-muted-foreground" />
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {s.text}
          </p>
        </li>
      ))}
    </ol>
  );
}

function EvidenceList({ dispute, side }: { dispute: DisputeDto; side: Side }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const files = dispute.evidence.filter((one) => one.side === side);
  return (
    <div>
      <h5 className="mb-1 text-sm font-semibold">{t('files.title')}</h5>
      {files.length === 0 ? <p className="text-sm text-muted-foreground">{t('files.none')}</p> : null}
      <ul>
        {files.map((file) => (
          <li key={file.id} className="border-b border-border last:border-b-0">
            <a
              href={inOrg(file.url)}
              target="_blank"
              rel="noreferrer"
              className="flex max-w-full items-center gap-3 rounded-md py-2.5 hover:bg-accent"
            >
              {file.mime.startsWith('image/') ? (
                <img
                  src={inOrg(file.url)}
                  alt=""
                  loading="lazy"
                  className="size-12 shrink-0 rounded-sm bg-muted object-cover"
                />
              ) : (
                <span className="grid size-12 shrink-0 place-items-center rounded-sm bg-muted">
                  <FileText aria-hidden className="size-5 text-muted-foreground" />
                </span>
              )}
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">
                  <bdi>{file.name}</bdi>
                </span>
                <span className="block text-sm text-muted-foreground">
                  <DateText value={file.at} /> · {format.bytes(file.size)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
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
          {one.confirmation
            ? t('ruling.confirmed', { name: one.confirmedByName, text: one.confirmation })
            : t('ruling.confirmedBy', { name: one.confirmedByName })}
        </p>
      ) : null}
    </section>
  );
}
