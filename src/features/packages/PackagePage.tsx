import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { daysWith, priceWith } from '../../../server/features/packages/rules.ts';
import type { PackageDetail } from '../../../server/features/packages/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { CartLink } from '@/features/packages/BrowsePage.tsx';
import { Deliverables, useCreatorFacts, useReleaseText } from '@/features/packages/PackageFacts.tsx';
import { useFormat } from '@/lib/format.ts';
import type { Persona } from '@/lib/screens.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Tag } from '@/ui/tag.tsx';

/** One package: what is included, its add-ons, its creator, and the way into the cart. */
export function PackagePage({ packageId, persona }: { packageId: string; persona: Persona }) {
  const { t } = useTranslation('packages');
  const facts = useCreatorFacts();
  const query = useQuery(api.packages.get.queryOptions({ packageId }));
  const buyer = persona === 'brand';
  return (
    <DetailPage
      query={query}
      errorTitle={t('page.couldNotLoad')}
      header={(item) => ({
        title: <bdi>{item.title}</bdi>,
        documentTitle: item.title,
        crumbs: [{ label: t(buyer ? 'title' : 'own.title'), link: { to: '/marketplace' } }, { label: item.title }],
        lead: <CreatorAvatar {...faceOf(item.creator)} size="lg" />,
        tag: item.state === 'paused' ? <Tag>{t('own.state.paused')}</Tag> : undefined,
        status: (
          <>
            <Link to="/creator/$handle" params={{ handle: item.creator.handle }} className="font-medium link">
              <bdi>{item.creator.name}</bdi>
            </Link>{' '}
            <Handle handle={item.creator.handle} />
            {facts(item.creator).map((fact) => (
              <Fragment key={fact}>
                {' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </>
        ),
        actions: buyer ? <CartLink /> : undefined,
      })}
      aside={(item) => (buyer ? <Order key={`${item.id} ${item.version}`} item={item} /> : <Price item={item} />)}
      asideLabel={t('page.price')}
    >
      {(item) => <Content item={item} />}
    </DetailPage>
  );
}

function Content({ item }: { item: PackageDetail }) {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const termsText = useTermsText();
  const releaseText = useReleaseText();
  const rows: [string, ReactNode][] = [
    [t('page.delivery'), t('page.deliveryText', { days: termsText.days(item.deliveryDays) })],
    [t('page.rights'), termsText.rights({ ...item.rights, territory: '' })],
    [t('page.rounds'), item.rounds],
    ...(item.release ? [[terms('field.release'), releaseText(item)] as [string, ReactNode]] : []),
  ];
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="heading-section">{t('page.included')}</h2>
        <div className="mt-1 font-medium">
          <Deliverables deliverables={item.deliverables} />
        </div>
        <p dir="auto" className="mt-2 max-w-70ch whitespace-pre-line">
          {item.description}
        </p>
        <dl className="mt-3 grid text-ui sm:grid-cols-[11rem_1fr]">
          {rows.map(([label, value]) => (
            <Fragment key={label}>
              <dt className="pt-2 text-muted-foreground sm:border-b sm:border-border sm:py-2 sm:pe-4">{label}</dt>
              <dd className="border-b border-border pb-2 sm:py-2">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      {item.others.length > 0 ? (
        <section>
          <h2 className="heading-section">{t('page.others', { name: item.creator.name })}</h2>
          <ul className="mt-1">
            {item.others.map((other) => (
              <li
                key={other.id}
                className="relative flex items-baseline justify-between gap-3 border-b border-border py-2.5 hover:bg-accent"
              >
                <Link
                  to="/marketplace/$packageId"
                  params={{ packageId: other.id }}
                  className="font-medium after:absolute after:inset-0"
                >
                  <bdi>{other.title}</bdi>
                </Link>
                <MoneyText money={{ amount: other.price, currency: other.currency }} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Price({ item }: { item: PackageDetail }) {
  const { t } = useTranslation('packages');
  return (
    <section>
      <h2 className="heading-section">{t('page.price')}</h2>
      <p className="text-xl font-semibold">
        <MoneyText money={{ amount: item.price, currency: item.currency }} />
      </p>
      <Button asChild className="mt-3">
        <Link to="/marketplace/edit" search={{ id: item.id }}>
          {t('own.edit')}
        </Link>
      </Button>
    </section>
  );
}

/** With these reasons an offer of other terms is refused as well. */
const WITHOUT_OFFER: readonly (true | string)[] = ['auth.not_allowed', 'offer.country_unpaid', 'package.own_org'];

function Order({ item }: { item: PackageDetail }) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  const termsText = useTermsText();
  const navigate = useNavigate();
  const [addons, setAddons] = useState<string[]>([]);
  const add = trpc.packages.addToCart.useMutation({
    onSuccess: async () => {
      await Promise.all([
        api.packages.get.invalidate(),
        api.packages.cart.invalidate(),
        api.packages.cartCount.invalidate(),
      ]);
      void toast('success', t('page.added'), {
        action: { label: t('page.openCart'), onClick: () => void navigate({ to: '/marketplace/cart' }) },
      });
    },
    onError: () => api.packages.get.invalidate(),
  });
  const money = { amount: priceWith(item, addons), currency: item.currency };
  return (
    <section className="rounded-lg border border-border bg-card p-4.5">
      <h2 className="heading-section">{t('page.price')}</h2>
      <p className="text-xl font-semibold">
        <MoneyText money={money} />
      </p>
      <p className="text-sm text-muted-foreground">
        {t('page.deliveryText', { days: termsText.days(daysWith(item, addons)) })}
      </p>
      {item.addons.length > 0 ? (
        <fieldset className="mt-3 grid gap-2 border-t border-border pt-3">
          <legend className="sr-only">{t('page.addons')}</legend>
          {item.addons.map((addon) => (
            <label key={addon.id} className="flex min-h-9 items-start gap-2.5 text-ui touch:min-h-11">
              <Checkbox
                className="mt-0.5"
                checked={addons.includes(addon.id)}
                onCheckedChange={(on) => setAddons(on ? [...addons, addon.id] : addons.filter((id) => id !== addon.id))}
              />
              <span className="min-w-0 grow">
                <bdi>{addon.title}</bdi>
                {addon.days > 0 ? (
                  <span className="block text-sm text-muted-foreground">
                    {t('page.moreDays', { days: termsText.days(addon.days) })}
                  </span>
                ) : null}
              </span>
              <span className="figures">+{format.money({ amount: addon.price, currency: item.currency })}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <RefusalAlert error={add.error} className="mt-3" />
      <div className="mt-4 grid gap-2">
        <RefusableButton
          variant="ink"
          can={item.can.order}
          pending={add.isPending}
          onClick={() => {
            if (item.can.order === true) add.mutate({ packageId: item.id, version: item.version, addons });
          }}
        >
          {item.inCart ? t('page.inCart') : t('page.add')}
        </RefusableButton>
        {WITHOUT_OFFER.includes(item.can.order) ? null : (
          <Button asChild>
            <Link to="/collaboration-request/new" search={{ creator: item.creator.orgId, package: item.id }}>
              {t('page.custom')}
            </Link>
          </Button>
        )}
      </div>
      <p className="mt-3 text-sm text-muted-foreground">{t('page.nothingCharged')}</p>
    </section>
  );
}
