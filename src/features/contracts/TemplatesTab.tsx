import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHIPPED_TEMPLATES, shippedContent } from '../../../server/features/templates/rules.ts';
import type { TemplateContent } from '../../../server/features/templates/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const ChooseCreator = lazyNamed(() => import('@/features/contracts/ChooseCreator.tsx'), 'ChooseCreator');

/** Terms to begin an offer with: three that everybody has, and the brand's own. */
export function TemplatesTab() {
  const { t } = useTranslation('templates');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const own = useQuery(api.templates.list.queryOptions());
  const [using, setUsing] = useState<{ template: string; name: string } | null>(null);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const remove = trpc.templates.remove.useMutation({
    onSuccess: async () => {
      void toast('success', t('remove.done'));
      await api.templates.invalidate();
      setRemoving(null);
    },
  });
  return (
    <div className="grid gap-8">
      <section aria-labelledby="shipped-templates">
        <h2 id="shipped-templates" className="heading-section">
          {t('tab.shipped')}
        </h2>
        <ul>
          {SHIPPED_TEMPLATES.map((template) => (
            <Row
              key={template}
              name={t(`shipped.${template}.name`)}
              text={t(`shipped.${template}.text`)}
              content={shippedContent(template, (n) => t(`shipped.${template}.milestone`, { n }))}
              onUse={() => setUsing({ template, name: t(`shipped.${template}.name`) })}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="own-templates">
        <h2 id="own-templates" className="heading-section">
          {t('tab.own')}
        </h2>
        {own.isPending ? (
          <PendingSkeleton rows={2} />
        ) : own.isError ? (
          <ErrorState error={own.error} title={t('tab.couldNotLoad')} onRetry={() => void own.refetch()} />
        ) : own.data.length === 0 ? (
          <EmptyState title={t('tab.emptyTitle')}>{t('tab.emptyText')}</EmptyState>
        ) : (
          <ul>
            {own.data.map(({ id, name, content }) => (
              <Row
                key={id}
                name={name}
                content={content}
                onUse={() => setUsing({ template: id, name })}
                onRemove={() => setRemoving({ id, name })}
              />
            ))}
          </ul>
        )}
      </section>
      {using ? (
        <Suspense fallback={null}>
          <ChooseCreator template={using.template} name={using.name} onClose={() => setUsing(null)} />
        </Suspense>
      ) : null}
      {removing ? (
        <Dialog
          open
          onOpenChange={(open) => {
            if (!open) setRemoving(null);
          }}
          pending={remove.isPending}
          title={t('remove.title', { name: removing.name })}
          description={t('remove.text')}
          closeLabel={common('action.close')}
          footer={
            <>
              <Button variant="quiet" onClick={() => setRemoving(null)}>
                {common('action.cancel')}
              </Button>
              <Button
                variant="destructive"
                pending={remove.isPending}
                onClick={() => remove.mutate({ templateId: removing.id })}
              >
                {t('remove.button')}
              </Button>
            </>
          }
        >
          {remove.error ? <Alert tone="problem">{explain(remove.error)}</Alert> : null}
        </Dialog>
      ) : null}
    </div>
  );
}

/** The works of all milestones together, each kind once. */
function worksOf({ deliverables }: TemplateContent): TemplateContent['deliverables'] {
  const kinds = new Map<string, TemplateContent['deliverables'][number]>();
  for (const one of deliverables) {
    const kind = `${one.platform} ${one.format}`;
    kinds.set(kind, { ...one, count: one.count + (kinds.get(kind)?.count ?? 0) });
  }
  return [...kinds.values()];
}

function Row({
  name,
  text,
  content,
  onUse,
  onRemove,
}: {
  name: string;
  text?: string;
  content: TemplateContent;
  onUse: () => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation('templates');
  const { t: terms } = useTranslation('terms');
  const termsText = useTermsText();
  const format = useFormat();
  const mayOffer = usePermitted('offer.negotiate') === true;
  const clauses = (content.clauses ?? []).map(({ key, title }) =>
    key === 'own' ? title : terms(`clauseTitle.${key}`),
  );
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-border py-4 last:border-b-0">
      <div className="min-w-0 grow basis-72">
        <h3 className="heading-item">
          <bdi>{name}</bdi>
        </h3>
        {text ? <p className="max-w-70ch">{text}</p> : null}
        <p className="mt-1 text-sm text-muted-foreground">{format.list(worksOf(content).map(termsText.deliverable))}</p>
        <p className="text-sm text-muted-foreground">
          {[t('row.milestones', { count: content.milestones.length }), termsText.rights(content.rights)].join(' · ')}
        </p>
        {clauses.length > 0 ? (
          <p className="text-sm text-muted-foreground">{format.labeled(t('row.clauses'), format.list(clauses))}</p>
        ) : null}
      </div>
      {mayOffer ? (
        <div className="flex items-center gap-2">
          <Button aria-label={t('row.useNamed', { name })} onClick={onUse}>
            {t('row.use')}
          </Button>
          {onRemove ? (
            <Button variant="quiet" size="icon" aria-label={t('row.remove', { name })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
