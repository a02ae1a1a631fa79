import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PackageCard } from '../../../server/features/packages/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { Deliverables, useConditions, useCreatorFacts } from '@/features/packages/PackageFacts.tsx';
import { useFormat } from '@/lib/format.ts';
import { Checkbox } from '@/ui/checkbox.tsx';

export interface PackageItemProps {
  item: PackageCard;
  compared: boolean;
  onCompare: (chosen: boolean) => void;
}

/** A package in the grid: whose it is, what it holds, what it costs. */
export function PackageItem({ item, compared, onCompare }: PackageItemProps) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  const conditions = useConditions();
  const facts = useCreatorFacts();
  const { creator } = item;
  return (
    <li className="relative flex flex-col gap-2.5 rounded-lg border border-border bg-card p-4 hover:border-border-strong">
      <div className="flex items-center gap-2.5">
        <CreatorAvatar {...faceOf(creator)} />
        <div className="min-w-0">
          <p className="truncate-name font-medium">
            <bdi>{creator.name}</bdi>
          </p>
          <p className="text-sm text-muted-foreground">
            {facts(creator).map((fact, index) => (
              <span key={fact}>
                {index > 0 ? ' · ' : null}
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        </div>
      </div>
      <h2 className="text-base font-semibold">
        <Link to="/marketplace/$packageId" params={{ packageId: item.id }} className="after:absolute after:inset-0">
          <bdi>{item.title}</bdi>
        </Link>
      </h2>
      <Deliverables deliverables={item.deliverables} />
      <p className="text-sm text-muted-foreground">{conditions(item).join(' · ')}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-1">
        <p className="text-base font-semibold">
          <MoneyText money={{ amount: item.price, currency: item.currency }} />
          {item.compared ? (
            <span className="block text-sm font-normal text-muted-foreground">
              {t('card.about', { amount: format.money(item.compared) })}
            </span>
          ) : null}
        </p>
        <label className="relative z-10 flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
          <Checkbox checked={compared} onCheckedChange={(checked) => onCompare(checked === true)} />
          {t('compare.choose')}
        </label>
      </div>
    </li>
  );
}
