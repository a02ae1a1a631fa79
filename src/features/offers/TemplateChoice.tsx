import { useTranslation } from 'react-i18next';
import { isShipped, shippedContent, SHIPPED_TEMPLATES } from '../../../server/features/templates/rules.ts';
import type { TemplateContent, TemplateDto } from '../../../server/features/templates/schema.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

export interface ChosenTemplate {
  name: string;
  content: TemplateContent;
  standardClauses: Readonly<Record<string, string>>;
}

/** The template of that name or id, its milestones worded in the reader's language; null where there is none. */
export function useTemplate(
  chosen: string | undefined,
  own: readonly TemplateDto[] | undefined,
): ChosenTemplate | null {
  const { t } = useTranslation('templates');
  if (!chosen) return null;
  if (isShipped(chosen))
    return {
      name: t(`shipped.${chosen}.name`),
      content: shippedContent(chosen, (n) => t(`shipped.${chosen}.milestone`, { n })),
      standardClauses: {},
    };
  return own?.find(({ id }) => id === chosen) ?? null;
}

/** What an offer begins with; another choice begins it anew. */
export function TemplateChoice({
  own,
  chosen,
  onChoose,
}: {
  own: readonly TemplateDto[];
  chosen: string | undefined;
  onChoose: (template: string | undefined) => void;
}) {
  const { t } = useTranslation('templates');
  return (
    <Field id="template" label={t('choose.label')} hint={t('choose.hint')} className="max-w-[640px]">
      <Select
        id="template"
        aria-describedby="template-hint"
        value={chosen ?? 'none'}
        onValueChange={(value) => onChoose(value === 'none' ? undefined : value)}
        options={[
          { value: 'none', label: t('choose.none') },
          ...SHIPPED_TEMPLATES.map((name) => ({
            value: name,
            label: t(`shipped.${name}.name`),
            group: t('choose.shipped'),
          })),
          ...own.map(({ id, name }) => ({ value: id, label: name, group: t('choose.own') })),
        ]}
      />
    </Field>
  );
}
