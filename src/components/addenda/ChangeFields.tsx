import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';
import { ADDENDUM_CLOCKS } from '../../../server/features/addenda/clocks/rules.ts';
import type { AddendaDto, AddendumChange, AddendumClock } from '../../../server/features/addenda/schema.ts';
import { dateText, dateValue } from '@/components/form/DateField.tsx';
import { inUnit, isoDurationOf, unitOf, unitWord, useDurationText } from '@/lib/duration.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const KINDS = ['add', 'move', 'reprice', 'bonus', 'clocks'] as const;

/** A change as it is typed. */
export interface ChangeDraft {
  kind: (typeof KINDS)[number];
  milestoneId: string;
  title: string;
  amount: string;
  due: string;
  items: string;
  clock: AddendumClock;
  /** A duration, or empty. */
  duration: string;
}
export const EMPTY_CHANGE: ChangeDraft = {
  kind: 'add',
  milestoneId: '',
  title: '',
  amount: '',
  due: '',
  items: '',
  clock: 'review',
  duration: '',
};

/** The change that a draft stands for; null while something is missing. What is impossible is for the server to say. */
export function changeOf(draft: ChangeDraft, currency: Currency): AddendumChange | null {
  const parsed = draft.amount.trim() === '' ? null : parseAmount(draft.amount, currency, () => null);
  const amount = parsed?.ok ? parsed.amount : null;
  const dueAt = dateValue(draft.due, 'end');
  const title = draft.title.trim();
  const { kind, milestoneId } = draft;
  switch (kind) {
    case 'reprice':
      return milestoneId && amount !== null ? { kind, milestoneId, amount } : null;
    case 'move':
      return milestoneId && dueAt ? { kind, milestoneId, dueAt } : null;
    case 'bonus':
      return title && amount !== null ? { kind, title, amount } : null;
    case 'clocks':
      return draft.duration
        ? { kind, clocks: { [draft.clock]: draft.duration } as Record<AddendumClock, string> }
        : null;
    case 'add': {
      const items = draft.items
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      return title && amount !== null && dueAt ? { kind, title, amount, dueAt, items } : null;
    }
  }
}

/** What a control takes from its field: its id, and whether and by what it is described. */
interface FieldAttributes {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Fields of an input, by the names of their controls. */
const FIELD_OF: Readonly<Record<string, string>> = {
  milestone: 'milestoneId',
  amount: 'amount',
  due: 'dueAt',
  title: 'title',
  items: 'items',
  length: 'clocks',
};

export interface ChangeFieldsProps {
  draft: ChangeDraft;
  addenda: AddendaDto;
  /** What the server refused, and of which field. */
  error?: { field: string; text: string } | undefined;
  onChange: (draft: ChangeDraft) => void;
}

/** What changes, and to what. */
export function ChangeFields(props: ChangeFieldsProps) {
  const { t } = useTranslation('addenda');
  const { field, put } = useControls(props);
  const { kind } = props.draft;
  return (
    <>
      {field('kind', t('propose.what'), (own) => (
        <Select
          {...own}
          value={kind}
          onValueChange={(value) => put({ kind: KINDS.find((one) => one === value) ?? 'add', milestoneId: '' })}
          options={KINDS.map((value) => ({ value, label: t(`propose.kind.${value}`) }))}
        />
      ))}
      {kind === 'reprice' || kind === 'move' ? <MilestoneFields {...props} /> : null}
      {kind === 'add' || kind === 'bonus' ? <NewMilestoneFields {...props} /> : null}
      {kind === 'clocks' ? <ClockFields {...props} /> : null}
    </>
  );
}

/** The controls of a change; each is labeled and shows what is refused of its field. */
function useControls({ draft, addenda, error, onChange }: ChangeFieldsProps) {
  const { t } = useTranslation('addenda');
  const id = useId();
  const put = (part: Partial<ChangeDraft>) => onChange({ ...draft, ...part });
  const field = (name: string, label: string, control: (attributes: FieldAttributes) => ReactNode, hint?: string) => {
    const own = `${id}-${name}`;
    const wrong = error?.field.split('.')[0] === FIELD_OF[name] ? error?.text : undefined;
    return (
      <Field id={own} label={label} {...(hint ? { hint } : {})} {...(wrong ? { error: wrong } : {})}>
        {control({
          id: own,
          ...(wrong
            ? { 'aria-invalid': true, 'aria-describedby': `${own}-error` }
            : hint
              ? { 'aria-describedby': `${own}-hint` }
              : {}),
        })}
      </Field>
    );
  };
  const text = (name: 'title' | 'amount', label: string, hint?: string) =>
    field(
      name,
      label,
      (own) => (
        <Input
          {...own}
          value={draft[name]}
          maxLength={80}
          autoComplete="off"
          {...(name === 'amount' ? { inputMode: 'decimal' as const, dir: 'ltr' } : { dir: 'auto' })}
          onChange={(event) => put({ [name]: event.currentTarget.value })}
        />
      ),
      hint,
    );
  const due = (hint?: string) =>
    field(
      'due',
      t('propose.due'),
      (own) => (
        <Input
          {...own}
          type="date"
          dir="ltr"
          className="figures rtl:text-end"
          min={dateText(addenda.serverNow, 'end')}
          value={draft.due}
          onChange={(event) => put({ due: event.currentTarget.value })}
        />
      ),
      hint,
    );
  return { put, field, text, due };
}

/** Another price or due date of a milestone that may have one. */
function MilestoneFields(props: ChangeFieldsProps) {
  const { t } = useTranslation('addenda');
  const { t: common } = useTranslation();
  const format = useFormat();
  // Renders again when the texts of refusals are there.
  useErrorText();
  const { put, field, text, due } = useControls(props);
  const { draft, addenda } = props;
  const { kind } = draft;
  const allowed = addenda.milestones.map((m) => (kind === 'reprice' ? m.can.reprice : m.can.move));
  const open = addenda.milestones.filter((_, i) => allowed[i] === true);
  const chosen = open.find((m) => m.milestoneId === draft.milestoneId);
  const why = allowed.find((code) => code !== true);
  if (open.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        {t('propose.none')} {why ? codeText(why) : null}
      </p>
    );
  return (
    <>
      {field('milestone', t('propose.milestone'), (own) => (
        <Select
          {...own}
          value={draft.milestoneId || undefined}
          placeholder={common('form.choose')}
          onValueChange={(milestoneId) => put({ milestoneId })}
          options={open.map((m) => ({ value: m.milestoneId, label: m.title }))}
        />
      ))}
      {kind === 'reprice'
        ? text(
            'amount',
            t('propose.price', { currency: addenda.currency }),
            chosen && t('propose.now', { value: format.money({ amount: chosen.amount, currency: addenda.currency }) }),
          )
        : due(chosen && t('propose.now', { value: format.longDate(chosen.dueAt) }))}
    </>
  );
}

function NewMilestoneFields(props: ChangeFieldsProps) {
  const { t } = useTranslation('addenda');
  const duration = useDurationText();
  const { put, field, text, due } = useControls(props);
  const { draft, addenda } = props;
  const { kind } = draft;
  return (
    <>
      {text('title', t('propose.name'))}
      {text(
        'amount',
        t('propose.price', { currency: addenda.currency }),
        kind === 'bonus' ? t('propose.bonusHint', { time: duration(addenda.clocks.funding.now) }) : undefined,
      )}
      {kind === 'add' ? (
        <>
          {due()}
          {field(
            'items',
            t('propose.items'),
            (own) => (
              <Textarea
                {...own}
                rows={3}
                dir="auto"
                value={draft.items}
                onChange={(event) => put({ items: event.currentTarget.value })}
              />
            ),
            t('propose.itemsHint'),
          )}
        </>
      ) : null}
    </>
  );
}

function ClockFields(props: ChangeFieldsProps) {
  const { t, i18n } = useTranslation('addenda');
  const duration = useDurationText();
  const { put, field } = useControls(props);
  const { draft, addenda } = props;
  const clocks = ADDENDUM_CLOCKS.filter((name) => addenda.clocks[name]);
  const clock = clocks.find((name) => name === draft.clock) ?? 'review';
  const range = addenda.clocks[clock] ?? addenda.clocks.review;
  const unit = unitOf(range.min, range.now, range.max);
  return (
    <>
      {field('clock', t('propose.clock'), (own) => (
        <Select
          {...own}
          value={clock}
          onValueChange={(value) => put({ clock: clocks.find((one) => one === value) ?? 'review', duration: '' })}
          options={clocks.map((value) => ({ value, label: t(`clock.${value}`) }))}
        />
      ))}
      {field(
        'length',
        `${t('propose.length')} (${unitWord(2, unit, i18n.language)})`,
        (own) => (
          <Input
            {...own}
            inputMode="numeric"
            autoComplete="off"
            className="figures"
            value={draft.duration ? String(inUnit(draft.duration, unit)) : ''}
            onChange={(event) => {
              const typed = event.currentTarget.value.trim();
              put({ duration: /^\d{1,4}$/u.test(typed) ? isoDurationOf(Number(typed), unit) : '' });
            }}
          />
        ),
        t('propose.range', { min: duration(range.min), max: duration(range.max), now: duration(range.now) }),
      )}
    </>
  );
}
