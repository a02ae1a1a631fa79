import { useTranslation } from 'react-i18next';
import type { PriceTarget, PricedTarget } from '../../../server/features/price-rules/schema.ts';

/** A package by its title, a rate by its work: "Instagram · Reel". */
export function useTargetName(): (target: PriceTarget) => string {
  const { t } = useTranslation('terms');
  return (target) =>
    target.kind === 'package' ? target.title : `${t(`platform.${target.platform}`)} · ${t(`format.${target.format}`)}`;
}

/** A card may name the same work in two currencies. */
export const targetKey = ({ target, price }: PricedTarget): string =>
  target.kind === 'package' ? target.packageId : `${target.platform} ${target.format} ${price.currency}`;
