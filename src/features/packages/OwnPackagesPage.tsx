import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PACKAGES } from '../../../server/features/packages/rules.ts';
import type { OwnPackages, PackageDto } from '../../../server/features/packages/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { Deliverables, useConditions } from '@/features/packages/PackageFacts.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Tag } from '@/ui/tag.tsx';

export function keepOwn(data: OwnPackages): void {
  keepAnswer(api.packages.mine.queryOptions().queryKey, data);
  void api.packages.get.invalidate();
}

/** The creator's own packages: add, edit, pause, remove, and how many orders at the same time. */
export function OwnPackagesPage() {
  const { t } = useTranslation('packages');
  const query = useQuery(api.packages.mine.queryOptions());
  return (
    <DetailPage
      query={query}
      errorTitle={t('own.couldNotLoad')}
      header={(own) => ({
        title: t('own.title'),
        status: t('own.status', { n: own.items.length, max: MAX_PACKAGES }),
        actions:
          own.items.length < MAX_PACKAGES ? (
            <Button asChild variant="ink">
              <Link to="/marketplace/edit">
                <Plus aria-hidden />
                {t('own.new')}
              </Link>
            </Button>
          ) : undefined,
      })}
      aside={(own) => <Capacity own={own} />}
      asideLabel={t('own.capacity')}
    >
      {(own) => (
        <>
          {own.published ? null : (
            <Alert
              className="mb-4"
              action={
                <Link to="/creator-profile" className="font-semibold link">
                  {t('own.publish')}
                </Link>
              }
            >
              {t('own.unpublished')}
            </Alert>
          )}
          {own.items.length === 0 ? (
            <EmptyState
              title={t('own.emptyTitle')}
              action={
                <Button asChild>
                  <Link to="/marketplace/edit">{t('own.new')}</Link>
                </Button>
              }
            >
              {t('own.emptyText')}
            </EmptyState>
          ) : (
            <ul className="border-t border-border">
              {own.items.map((item) => (
                <OwnPackage key={item.id} item={item} />
              ))}
            </ul>
          )}
        </>
      )}
    </DetailPage>
  );
}

function OwnPackage({ item }: { item: PackageDto }) {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const conditions = useConditions();
  const [removing, setRemoving] = useState(false);
  const change = trpc.packages.setState.useMutation({ onSuccess: keepOwn });
  return (
    <li className="grid gap-2 border-b border-border py-4 sm:cols-main-auto">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2.5 text-base font-semibold">
          <bdi>{item.title}</bdi>
          <Tag>{t(`own.state.${item.state === 'paused' ? 'paused' : 'active'}`)}</Tag>
        </h2>
        <Deliverables deliverables={item.deliverables} />
        <p className="text-sm text-muted-foreground">{conditions(item).join(' · ')}</p>
        {change.error ? (
          <Alert tone="problem" className="mt-2">
            {explain(change.error)}
          </Alert>
        ) : null}
      </div>
      <div className="sm:text-end">
        <p className="font-semibold">
          <MoneyText money={{ amount: item.price, currency: item.currency }} />
        </p>
        <div className="mt-2 flex flex-wrap gap-2 sm:justify-end">
          <Button asChild>
            <Link to="/marketplace/edit" search={{ id: item.id }}>
              {common('action.edit')}
            </Link>
          </Button>
          <Button
            pending={change.isPending}
            onClick={() => change.mutate({ packageId: item.id, state: item.state === 'active' ? 'paused' : 'active' })}
          >
            {item.state === 'active' ? t('own.pause') : t('own.resume')}
          </Button>
          <Button variant="quiet" onClick={() => setRemoving(true)}>
            {t('own.remove')}
          </Button>
        </div>
      </div>
      {removing ? (
        <ConfirmDialog
          destructive
          error={null}
          onClose={() => setRemoving(false)}
          title={t('own.removeTitle', { title: item.title })}
          text={t('own.removeText')}
          submitLabel={t('own.remove')}
          pending={change.isPending}
          onConfirm={() => change.mutate({ packageId: item.id, state: 'removed' })}
        />
      ) : null}
    </li>
  );
}

const CAPACITIES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50];

function Capacity({ own }: { own: OwnPackages }) {
  const { t } = useTranslation('packages');
  const save = trpc.packages.setCapacity.useMutation({
    onSuccess: (data) => {
      keepOwn(data);
      void toast('success', t('own.capacitySaved'));
    },
  });
  const choices = CAPACITIES.includes(own.capacity) ? CAPACITIES : [...CAPACITIES, own.capacity].sort((a, b) => a - b);
  return (
    <section>
      <Field id="capacity" label={t('own.capacity')} hint={t('own.capacityHint', { n: own.openWork })}>
        <Select
          id="capacity"
          aria-describedby="capacity-hint"
          value={String(own.capacity)}
          onValueChange={(value) => save.mutate({ orders: Number(value) })}
          options={choices.map((n) => ({ value: String(n), label: String(n) }))}
        />
      </Field>
      <p className="mt-4 text-sm text-muted-foreground">{t('own.fixedNote')}</p>
    </section>
  );
}
