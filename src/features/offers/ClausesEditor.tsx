import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  LIBRARY_CLAUSES,
  type LibraryClause,
  MAX_ADDED_CLAUSES,
  CLAUSE_LENGTH,
} from '../../../server/features/terms/rules.ts';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { ClauseDiff } from '@/components/terms/ClauseDiff.tsx';
import type { OfferValues } from '@/features/offers/offer-values.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/select.tsx';

interface Props {
  control: FormControl<OfferValues>;
  /** Our wording of the clauses that were changed before, in the language of the change. */
  standard: Readonly<Record<string, string>>;
}

/** Clauses beside those that follow from the terms: from the library, its wording changed, or their own. */
export function ClausesEditor({ control, standard }: Props) {
  const { t } = useTranslation('terms');
  const { t: words } = useTranslation('clauses');
  const { fields, append, remove, update } = useFieldArray({ control, name: 'clauses', keyName: 'row' });
  const values = useWatch({ control, name: 'clauses' });
  const language = currentLocale();
  // A wording that is cleared to be typed anew keeps its field.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(values.filter(({ text }) => text !== '').map(({ key }) => key)),
  );
  const setField = (key: string, on: boolean) =>
    setOpen((before) => new Set([...before].filter((one) => one !== key).concat(on ? [key] : [])));
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted-foreground">{t('clauses.hint')}</p>
      {fields.map(({ row }, index) => {
        const clause = values[index];
        if (!clause) return null;
        const { key, text } = clause;
        return (
          <ClauseField
            key={row}
            title={key === 'own' ? clause.title || t('clauses.own') : t(`clauseTitle.${key}`)}
            onRemove={() => {
              setField(key, false);
              remove(index);
            }}
          >
            {key === 'own' ? (
              <OwnClause control={control} index={index} />
            ) : (
              <LibraryWording
                control={control}
                index={index}
                clause={clause}
                ours={standard[key] ?? words(`clause.${key}.body`)}
                changed={text !== '' || open.has(key)}
                onChange={(wording) => {
                  setField(key, wording !== null);
                  update(
                    index,
                    wording === null ? { key, title: '', text: '' } : { ...clause, text: wording, language },
                  );
                }}
              />
            )}
          </ClauseField>
        );
      })}
      {fields.length < MAX_ADDED_CLAUSES ? (
        <AddClause
          unused={LIBRARY_CLAUSES.filter((key) => !values.some((one) => one.key === key))}
          onAdd={(key) => append({ key, title: '', text: '', ...(key === 'own' ? { language } : {}) })}
        />
      ) : null}
    </div>
  );
}

function ClauseField({ title, onRemove, children }: { title: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation('terms');
  return (
    <fieldset className="grid gap-3 border-b border-border pb-5">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <p dir="auto" className="heading-item">
          {title}
        </p>
        <Button variant="quiet" size="icon" aria-label={t('clauses.remove', { title })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      {children}
    </fieldset>
  );
}

interface At {
  control: FormControl<OfferValues>;
  index: number;
}

function OwnClause({ control, index }: At) {
  const { t } = useTranslation('terms');
  return (
    <>
      <TextField control={control} name={`clauses.${index}.title`} label={t('clauses.heading')} maxLength={80} />
      <Wording control={control} index={index} />
    </>
  );
}

function Wording({ control, index }: At) {
  const { t } = useTranslation('terms');
  return (
    <TextareaField
      control={control}
      name={`clauses.${index}.text`}
      label={t('clauses.wording')}
      maxLength={CLAUSE_LENGTH}
    />
  );
}

interface LibraryWordingProps extends At {
  clause: OfferValues['clauses'][number];
  /** The wording of the library. */
  ours: string;
  /** It is being changed, or was. */
  changed: boolean;
  /** A wording to change, or null for ours. */
  onChange: (wording: string | null) => void;
}

/** A clause of the library as it is, or its wording changed, with the difference. */
function LibraryWording({ clause, ours, changed, onChange, ...at }: LibraryWordingProps) {
  const { t } = useTranslation('terms');
  if (!changed)
    return (
      <>
        <p className="max-w-70ch text-ui">{ours}</p>
        <div>
          <Button size="small" onClick={() => onChange(ours)}>
            {t('clauses.edit')}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <Wording {...at} />
      {['', ours].includes(clause.text.trim()) ? null : (
        <div className="rounded-md bg-muted px-4 py-3 text-ui">
          <p className="mb-1 text-sm text-muted-foreground">{t('clauses.compared')}</p>
          <ClauseDiff before={ours} after={clause.text} language={clause.language} />
        </div>
      )}
      <div>
        <Button size="small" onClick={() => onChange(null)}>
          {t('clauses.restore')}
        </Button>
      </div>
    </>
  );
}

function AddClause({
  unused,
  onAdd,
}: {
  unused: readonly LibraryClause[];
  onAdd: (key: LibraryClause | 'own') => void;
}) {
  const { t } = useTranslation('terms');
  return (
    <div className="flex flex-wrap items-center gap-3">
      {unused.length > 0 ? (
        <Select
          aria-label={t('clauses.add')}
          placeholder={t('clauses.add')}
          value=""
          options={unused.map((key) => ({ value: key, label: t(`clauseTitle.${key}`) }))}
          onValueChange={(key) => onAdd(key as LibraryClause)}
        />
      ) : null}
      <Button onClick={() => onAdd('own')}>
        <Plus aria-hidden />
        {t('clauses.addOwn')}
      </Button>
    </div>
  );
}
