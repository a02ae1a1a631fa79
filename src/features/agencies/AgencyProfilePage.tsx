import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AgencyInput, AgencyProfile } from '../../../server/features/agencies/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { RatingList } from '@/components/ratings/RatingList.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The agency's own page: what it says of itself, and whether others read it. */
export function AgencyProfilePage({ orgId }: { orgId: string }) {
  const { t } = useTranslation('agencies');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.agencies.mine.queryOptions());
  const title = screens('titles.agent-profile');
  return (
    <DetailPage
      query={query}
      errorTitle={t('profile.failed')}
      header={(profile) => ({
        title,
        tag: profile.verified ? <Tag icon={BadgeCheck}>{t('verified.tag')}</Tag> : undefined,
        status: t('profile.complete', { percent: Math.round(((4 - profile.missing.length) / 4) * 100) }),
        actions: profile.published ? (
          <Button asChild>
            <Link to="/agent-profile/$slug" params={{ slug: profile.slug }}>
              {t('profile.view')}
            </Link>
          </Button>
        ) : undefined,
      })}
      asideLabel={t('profile.aside')}
      aside={(profile) => <Aside profile={profile} />}
    >
      {(profile) => (
        <div className="grid gap-10">
          <ProfileForm profile={profile} />
          <RatingList orgId={orgId} />
        </div>
      )}
    </DetailPage>
  );
}

function ProfileForm({ profile }: { profile: AgencyProfile }) {
  const { t } = useTranslation('agencies');
  const can = usePermitted('profile.edit');
  const { about, website, contactEmail, licence, niches, commissionMinBps, commissionMaxBps, published } = profile;
  const form = useAppForm<AgencyInput, AgencyInput>({
    schema: () => import('@/features/agencies/checks.ts').then((checks) => checks.agencyForm),
    defaultValues: { about, website, contactEmail, licence, niches, commissionMinBps, commissionMaxBps, published },
  });
  const save = trpc.agencies.save.useMutation({
    onSuccess: async () => {
      void toast('success', t('profile.saved'));
      await api.agencies.invalidate();
    },
  });
  return (
    <Form
      form={form}
      onSubmit={(values) => (can === true ? save.mutateAsync(values) : undefined)}
      submitError={save.error}
      pending={save.isPending}
      className="grid gap-5"
    >
      {profile.legalName ? (
        <p className="text-sm">{t('profile.legal', { name: profile.legalName })}</p>
      ) : (
        <Alert
          action={
            <Link to="/payment-settings" className="font-semibold link">
              {t('profile.legalAdd')}
            </Link>
          }
        >
          {t('profile.legalMissing')}
        </Alert>
      )}
      {profile.verified ? null : (
        <Alert
          action={
            <Link to="/payouts" className="font-semibold link">
              {t('verified.open')}
            </Link>
          }
        >
          {t('verified.how')}
        </Alert>
      )}
      <TextareaField control={form.control} name="about" label={t('profile.about')} hint={t('profile.aboutHint')} />
      <NichesField max={8} control={form.control} name="niches" label={t('profile.niches')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={form.control} name="contactEmail" type="email" label={t('profile.contact')} optional />
        <TextField control={form.control} name="website" type="url" label={t('profile.website')} optional />
        <PercentField control={form.control} name="commissionMinBps" label={t('profile.from')} />
        <PercentField control={form.control} name="commissionMaxBps" label={t('profile.to')} hint={t('profile.cap')} />
      </div>
      <TextField
        control={form.control}
        name="licence"
        label={t('profile.licence')}
        hint={t('profile.licenceHint')}
        optional
      />
      <SwitchField
        control={form.control}
        name="published"
        label={t('profile.publish')}
        hint={t('profile.publishHint')}
      />
      <div>
        <RefusableButton type="submit" variant="ink" can={can} pending={save.isPending}>
          {t('profile.save')}
        </RefusableButton>
      </div>
    </Form>
  );
}

function Aside({ profile }: { profile: AgencyProfile }) {
  const { t } = useTranslation('agencies');
  const { t: screens } = useTranslation('screens');
  return (
    <div className="grid gap-8">
      <section aria-labelledby="team">
        <h2 id="team" className="heading-section">
          {t('profile.team')}
        </h2>
        <ul>
          {profile.members.map((member) => (
            <li key={member.userId} className="flex justify-between gap-3 border-b border-border py-2 last:border-b-0">
              <bdi>{member.name}</bdi>
              <span className="text-sm text-muted-foreground">{screens(`roles.${member.role}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="listed">
        <h2 id="listed" className="heading-section">
          {t('profile.roster')}
        </h2>
        <p className="text-sm text-muted-foreground">{t('profile.rosterText')}</p>
        <ul className="mt-2 grid gap-2">
          {profile.roster.map((creator) => (
            <li key={creator.orgId} className="flex items-center gap-2.5">
              <CreatorAvatar {...faceOf(creator)} size="sm" />
              <span className="truncate-name">{creator.name}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
