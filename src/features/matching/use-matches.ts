import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  type MatchSearch,
  PARTS,
  readWeights,
  sumOf,
  type WeightNumbers,
  weightsText,
} from '@/features/matching/match-search.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';

/** After the last move, so long until the ranking is read again, and until it is kept in the address and stored. */
const PREVIEW_MS = 250;
const REST_MS = 1_500;

/**
 * The ranking of a campaign under the weights of the address. While weights are moved, rankings are read that are not
 * stored; the weights at rest go into the address, and the ranking under them is stored.
 */
export function useMatches(campaignId: string, search: MatchSearch) {
  const navigate = useNavigate();
  const kept = readWeights(search.weights);
  const [moved, setMoved] = useState<WeightNumbers | null>(null);
  const [previewed, setPreviewed] = useState<WeightNumbers | null>(null);
  const at = useRef(search);
  at.current = search;

  const ranking = useQuery({
    ...api.matching.ofCampaign.queryOptions({ campaignId, ...(kept ? { weights: kept } : {}) }),
    placeholderData: keepPreviousData,
    // Each read stores a ranking: it is read again on request.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
  });
  const preview = useQuery({
    ...api.matching.ofCampaign.queryOptions({ campaignId, weights: previewed ?? undefined, stored: false }),
    enabled: previewed !== null,
    placeholderData: keepPreviousData,
  });
  const isMoving = moved !== null || ranking.isPlaceholderData;
  const data = isMoving ? (preview.data ?? ranking.data) : ranking.data;

  useEffect(() => {
    if (moved === null || sumOf(moved) === 0) return;
    const soon = setTimeout(() => setPreviewed(moved), PREVIEW_MS);
    const later = setTimeout(() => {
      const weights = weightsText(moved);
      if (weights === at.current.weights) setMoved(null);
      else void navigate({ to: '/match', search: { ...at.current, campaign: campaignId, weights }, replace: true });
    }, REST_MS);
    return () => {
      clearTimeout(soon);
      clearTimeout(later);
    };
  }, [moved, campaignId, navigate]);

  const settled = !ranking.isPlaceholderData && moved !== null && weightsText(moved) === search.weights;
  useEffect(() => {
    if (settled) setMoved(null);
  }, [settled]);

  const freshness = useQuery({
    ...api.matching.freshness.queryOptions({ campaignId, madeAt: ranking.data?.madeAt ?? new Date(0) }),
    enabled: ranking.data !== undefined,
  });
  useLive([`campaign:${campaignId}`], { refresh: () => freshness.refetch() });

  const used =
    data && (Object.fromEntries(PARTS.map((part) => [part, Math.round(100 * data.weights[part])])) as WeightNumbers);
  return {
    query: ranking,
    data,
    /** As the sliders show them. */
    weights: moved ?? kept ?? used,
    isComputing: ranking.isFetching || preview.isFetching || moved !== null,
    isStale: freshness.data?.state === 'stale' && !ranking.isFetching,
    isOwn: kept !== undefined || moved !== null,
    move: setMoved,
    reset: () => {
      setMoved(null);
      setPreviewed(null);
      const { weights: _, ...rest } = at.current;
      void navigate({ to: '/match', search: { ...rest, campaign: campaignId }, replace: true });
    },
  };
}
