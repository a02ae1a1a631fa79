/** The chunk of the charts: `lazy-charts.tsx` loads it when one is shown. */
export { BarChart } from '@/components/charts/BarChart.tsx';
export { LineChart } from '@/components/charts/LineChart.tsx';
export { SpreadChart } from '@/components/charts/SpreadChart.tsx';
export { TierChart } from '@/components/charts/TierChart.tsx';
