import { EyeOff, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisputeDto, DisputeRoomDto } from '../../../server/features/disputes/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { middleOf, useSplitValues } from '@/components/disputes/dispute-words.ts';
import { SplitPreview, SplitSlider } from '@/components/disputes/SplitSlider.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

interface Props {
  room: DisputeRoomDto;
  dispute: DisputeDto;
}

const refresh = () => Promise.all([api.disputes.invalidate(), api.escrow.invalidate()]);

/** The side's own hidden offer: set, changed, and what it would mean. */
export function OwnOffer({ room, dispute }: Props) {
  const { t } = useTranslation('disputes');
  const explain = useErrorText();
  const { milestone, mySide } = room;
  const { money, nameOf } = useSplitValues(milestone, dispute.amount);
  const [value, setValue] = useState(
    () => dispute.ownOffer?.creatorGets ?? middleOf(dispute.amount, milestone.currency),
  );
  // A new value is a new intent.
  const [key, setKey] = useState(randomId);
  const offer = trpc.disputes.offer.useMutation(withRequestKey(key));
  const other = nameOf(mySide === 'brand' ? 'creator' : 'brand');
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="font-semibold">{t('offer.title')}</h3>
        <p className="max-w-60ch text-sm text-muted-foreground">{t('offer.text')}</p>
      </div>
      <SplitSlider
        milestone={milestone}
        amount={dispute.amount}
        value={value}
        onChange={(next) => {
          setValue(next);
          setKey(randomId());
        }}
      />
      {dispute.otherOfferedAt ? (
        <p className="hidden-value flex gap-2 rounded-md px-3 py-2 text-sm">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            <Rich
              text={t('offer.theirs', { name: other })}
              parts={{ date: <DateText value={dispute.otherOfferedAt} /> }}
            />
          </span>
        </p>
      ) : (
        <p className="rounded-md bg-muted px-3 py-2 text-sm">{t('offer.noneTheirs', { name: other })}</p>
      )}
      <SplitPreview milestone={milestone} creatorGets={value} side={mySide} />
      <div>
        <RefusableButton
          variant="money"
          can={dispute.can.offer}
          pending={offer.isPending}
          onClick={() => offer.mutate({ disputeId: dispute.id, creatorGets: value }, { onSettled: refresh })}
        >
          {t('offer.submit', { amount: money(value), name: milestone.creator.name })}
        </RefusableButton>
        <div role="status">
          {dispute.ownOffer ? (
            <p className="mt-1.5 text-sm text-muted-foreground">
              <Rich
                text={t('offer.mine', { amount: money(dispute.ownOffer.creatorGets), name: milestone.creator.name })}
                parts={{ date: <DateText value={dispute.ownOffer.at} /> }}
              />
            </p>
          ) : null}
        </div>
        {offer.error ? (
          <p role="alert" className="mt-1.5 text-sm text-destructive">
            {explain(offer.error)}
          </p>
        ) : null}
      </div>
    </section>
  );
}

type Act = 'concede' | 'withdraw' | 'appeal';

/** Withdrawn, the money is paid at the end of the clearing that the dispute interrupted. */
const isPaidWithout = ({ whatIf }: DisputeRoomDto): boolean =>
  whatIf.some(({ event, creatorGets }) => event === 'withdraw' && creatorGets !== null);

/** Acts that end or change a dispute, each confirmed. */
export function EndingActs({ room, dispute }: Props) {
  const { t } = useTranslation('disputes');
  const { money } = useSplitValues(room.milestone, dispute.amount);
  const [act, setAct] = useState<Act | null>(null);
  const concedeLabel = t(`concede.${room.mySide}`, { amount: money(dispute.amount) });
  const { can } = dispute;
  if (can.appeal !== true && can.concede !== true && can.withdraw !== true) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {can.appeal === true ? <p className="max-w-60ch basis-full text-sm">{t('appeal.text')}</p> : null}
      {can.appeal === true ? (
        <Button variant="ink" onClick={() => setAct('appeal')}>
          {t('appeal.button')}
        </Button>
      ) : null}
      {can.concede === true ? <Button onClick={() => setAct('concede')}>{concedeLabel}</Button> : null}
      {can.withdraw === true ? (
        <Button variant="quiet" onClick={() => setAct('withdraw')}>
          <Undo2 aria-hidden className="flip" />
          {t('withdraw.button')}
        </Button>
      ) : null}
      {act ? (
        <ActDialog
          key={act}
          act={act}
          room={room}
          dispute={dispute}
          concedeLabel={concedeLabel}
          onClose={() => setAct(null)}
        />
      ) : null}
    </div>
  );
}

function ActDialog({
  act,
  room,
  dispute,
  concedeLabel,
  onClose,
}: Props & { act: Act; concedeLabel: string; onClose: () => void }) {
  const { t } = useTranslation('disputes');
  const id = useId();
  const [key] = useState(randomId);
  const [text, setText] = useState('');
  useFormDraft(act === 'appeal' ? `appeal.${dispute.id}` : null, { read: () => text || null, restore: setText });
  const concede = trpc.disputes.concede.useMutation(withRequestKey(key));
  const withdraw = trpc.disputes.withdraw.useMutation(withRequestKey(key));
  const appeal = trpc.disputes.appeal.useMutation(withRequestKey(key));
  const { money, nameOf } = useSplitValues(room.milestone, dispute.amount);
  const target = { disputeId: dispute.id, version: dispute.version };
  const other = nameOf(room.mySide === 'brand' ? 'creator' : 'brand');
  const used = { concede, withdraw, appeal }[act];
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={act === 'concede' ? t('concede.title', { name: other }) : t(`${act}.title`)}
      submitLabel={act === 'concede' ? concedeLabel : t(`${act}.button`)}
      variant={act === 'concede' ? 'money' : 'ink'}
      pending={used.isPending}
      error={used.error}
      incomplete={act === 'appeal' && text.trim().length < 10 ? t('appeal.incomplete') : false}
      onDecide={async () => {
        if (act === 'appeal') await appeal.mutateAsync({ ...target, text: text.trim() });
        else if (act === 'concede') await concede.mutateAsync(target);
        else await withdraw.mutateAsync(target);
        setText('');
        await api.disputes.invalidate();
      }}
    >
      <p>
        {act === 'withdraw'
          ? t(isPaidWithout(room) ? 'withdraw.textPending' : 'withdraw.text', {
              amount: money(dispute.amount),
              name: nameOf('creator'),
            })
          : t(`${act}.text`)}
      </p>
      {act === 'concede' ? (
        <SplitPreview
          milestone={room.milestone}
          creatorGets={room.mySide === 'brand' ? dispute.amount : 0}
          side={room.mySide}
        />
      ) : null}
      {act === 'appeal' ? (
        <Field id={id} label={t('appeal.label')} hint={t('statement.hint')}>
          <Textarea
            id={id}
            rows={4}
            maxLength={4000}
            dir="auto"
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
          />
        </Field>
      ) : null}
    </DecisionDialog>
  );
}

/** A message that the other side and staff read; kept when it was refused. */
export function MessageForm({ dispute }: { dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const explain = useErrorText();
  const id = useId();
  const [text, setText] = useState('');
  const [key, setKey] = useState(randomId);
  useFormDraft(`dispute-message.${dispute.id}`, { read: () => text || null, restore: setText });
  const send = trpc.disputes.send.useMutation(withRequestKey(key));
  return (
    <form
      className="grid max-w-form gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || send.isPending) return;
        send.mutate(
          { disputeId: dispute.id, text: text.trim() },
          {
            onSuccess: () => {
              setText('');
              setKey(randomId());
            },
            onSettled: refresh,
          },
        );
      }}
    >
      <Field
        id={id}
        label={t('statement.label')}
        hint={t('statement.hint')}
        error={send.error ? explain(send.error) : undefined}
      >
        <Textarea
          id={id}
          rows={3}
          maxLength={4000}
          dir="auto"
          aria-invalid={send.error ? true : undefined}
          aria-describedby={send.error ? `${id}-error` : `${id}-hint`}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
      </Field>
      <div>
        <Button type="submit" pending={send.isPending} aria-disabled={text.trim() === '' || undefined}>
          {t('statement.send')}
        </Button>
      </div>
    </form>
  );
}
