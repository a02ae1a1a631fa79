import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import type { AddendaDto, AddendumDto } from '../../../server/features/addenda/schema.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { AddendumEffects } from '@/components/addenda/AddendumEffects.tsx';
import { EndAddendum, SignAddendum } from '@/components/addenda/AddendumActs.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

interface Props {
  addendum: AddendumDto;
  addenda: AddendaDto;
  deal: DealDto;
}

/** One addendum: who acts next, what it does, its text, and the acts of the reader's side. */
export function AddendumPanel({ addendum, addenda, deal }: Props) {
  return addendum.endedAt === null ? (
    <OpenAddendum addendum={addendum} addenda={addenda} deal={deal} />
  ) : (
    <EndedAddendum addendum={addendum} />
  );
}

function OpenAddendum({ addendum, addenda, deal }: Props) {
  const { t } = useTranslation('addenda');
  const format = useFormat();
  useErrorText();
  const [ending, setEnding] = useState<'decline' | 'withdraw' | null>(null);
  const { n } = addendum;
  const mine = addendum.signatures.some((s) => s.side === addenda.mySide);
  const signed = addendum.state === 'signed';
  const names = { n, name: addenda.otherName };
  return (
    <div className="grid gap-5 rounded-lg border border-border bg-card p-4 md:px-5.5 md:py-5">
      <div className="grid gap-3">
        <div>
          <TurnTag
            turn={signed ? { who: 'clock' } : mine ? { who: 'them', name: addenda.otherName } : { who: 'you' }}
          />
        </div>
        <h3 className="heading-item">{t(signed ? 'panel.applying' : mine ? 'panel.theirs' : 'panel.yours', names)}</h3>
        <p className="border-s-2 border-border-strong ps-3 text-sm" dir="auto">
          {addendum.reason}
        </p>
        {signed ? null : (
          <>
            <p>{t('panel.nothing', { date: format.dateTime(addendum.deadlineAt) })}</p>
            <Clock
              deadline={addendum.deadlineAt}
              start={addendum.createdAt}
              until={t('panel.until')}
              startLabel={format.dateTime(addendum.createdAt)}
              endLabel={format.dateTime(addendum.deadlineAt)}
              calendar={[
                t(mine ? 'panel.theirs' : 'panel.yours', names),
                t('panel.nothing', { date: format.dateTime(addendum.deadlineAt) }),
              ].join(' · ')}
            />
          </>
        )}
      </div>
      {addendum.overtaken ? (
        <Alert tone="caution">
          {t('panel.overtaken')} {codeText(addendum.overtaken)}
        </Alert>
      ) : null}
      {addendum.creatorConfirms ? <Alert>{t('panel.asked')}</Alert> : null}
      {addendum.effects ? (
        <AddendumEffects
          addendum={addendum}
          effects={addendum.effects}
          title={t(addendum.can.sign === true ? 'panel.ifYou' : 'panel.then')}
          brand={deal.brand.name}
        />
      ) : null}
      <AddendumText addendum={addendum} />
      <Signatures addendum={addendum} />
      {addendum.can.sign === true ? <SignAddendum addendum={addendum} addenda={addenda} /> : null}
      <div className="flex flex-wrap items-start gap-2 empty:hidden">
        {!mine && !signed && addendum.can.sign !== true && !addendum.overtaken ? (
          <span className="grid gap-1">
            <RefusableButton variant="ink" can={addendum.can.sign}>
              {t('sign.button')}
            </RefusableButton>
          </span>
        ) : null}
        {addendum.can.decline === true ? (
          <Button onClick={() => setEnding('decline')}>{t('decline.action')}</Button>
        ) : null}
        {addendum.can.withdraw === true ? (
          <Button onClick={() => setEnding('withdraw')}>{t('withdraw.action')}</Button>
        ) : null}
      </div>
      {ending ? (
        <EndAddendum addendum={addendum} as={ending} otherName={addenda.otherName} onClose={() => setEnding(null)} />
      ) : null}
    </div>
  );
}

function EndedAddendum({ addendum }: { addendum: AddendumDto }) {
  const { t } = useTranslation('addenda');
  const { totalBefore, totalAfter, currency, endedAt } = addendum;
  return (
    <article className="grid gap-2 border-b border-border pb-4 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-semibold">{t('panel.number', { n: addendum.n })}</span>
        <Tag>{t(`state.${addendum.state}`)}</Tag>
        <span className="text-sm text-muted-foreground">
          {t(`kind.${addendum.kind}`)} · {endedAt ? <DateText value={endedAt} /> : null}
        </span>
      </p>
      <p className="text-sm" dir="auto">
        {addendum.reason}
      </p>
      {addendum.endReason ? (
        <p className="text-sm text-muted-foreground">{t('panel.reason', { reason: addendum.endReason })}</p>
      ) : null}
      {addendum.state === 'applied' && totalBefore !== totalAfter ? (
        <p className="text-sm">
          {t('effect.total')}:{' '}
          <del>
            <MoneyText money={{ amount: totalBefore, currency }} />
          </del>{' '}
          <ins className="font-semibold no-underline">
            <MoneyText money={{ amount: totalAfter, currency }} />
          </ins>
        </p>
      ) : null}
      <AddendumText addendum={addendum} />
      {addendum.pdfUrl ? (
        <p>
          <Button asChild variant="quiet" size="small">
            <a href={inOrg(`${addendum.pdfUrl}?lang=${currentLocale()}`)}>
              <FileText aria-hidden />
              {t('panel.pdf')}
            </a>
          </Button>
        </p>
      ) : null}
    </article>
  );
}

/** The stored words: in the reader's language where it was signed in it, else in the governing one. */
function AddendumText({ addendum: { document, documentHash } }: { addendum: AddendumDto }) {
  const { t } = useTranslation('addenda');
  const wording = document.wordings.find((one) => one.language === currentLocale()) ?? document.wordings[0];
  if (!wording) return null;
  return (
    <details className="rounded-md border border-border px-4 py-2.5">
      <summary className="cursor-pointer text-sm font-medium">{t('panel.text')}</summary>
      <ol
        lang={wording.language}
        dir={directionOf(matchLocale(wording.language) ?? FALLBACK_LOCALE)}
        className="mt-2 grid gap-3"
      >
        {wording.clauses.map((clause, i) => (
          <li key={i} className="min-w-0">
            <h3 className="text-sm font-semibold">
              <span className="figures">{i + 1}.</span> {clause.title}
            </h3>
            <p className="text-sm break-words">{clause.body}</p>
            {clause.items.length > 0 ? (
              <ul className="mt-1 grid list-disc gap-0.5 ps-5 text-sm">
                {clause.items.map((item, at) => (
                  <li key={at}>{item}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted-foreground">
        {t('panel.hash')}:{' '}
        <bdi dir="ltr" className="font-mono text-2xs break-all">
          {documentHash}
        </bdi>
      </p>
    </details>
  );
}

function Signatures({ addendum: { signatures } }: { addendum: AddendumDto }) {
  const { t } = useTranslation('addenda');
  if (signatures.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {signatures.map((s) => (
        <li key={s.side}>
          {t('sign.by', { name: s.name })} · <DateText value={s.signedAt} />
        </li>
      ))}
    </ul>
  );
}
