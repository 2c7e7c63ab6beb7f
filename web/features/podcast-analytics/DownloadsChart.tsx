import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';

type DownloadsChartProps = { points: { at: string; Downloads: number }[] };

/** Downloads over time; the numbers also stand in the table below it. */
export const DownloadsChart = ({ points }: DownloadsChartProps) => (
  <div role="img" aria-label="Downloads over the period; the table below has the numbers.">
    <BarChart
      h={280}
      data={points}
      dataKey="at"
      series={[{ name: 'Downloads', color: 'brand.5' }]}
      gridAxis="x"
      tickLine="none"
      maxBarWidth={48}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      xAxisProps={{ minTickGap: 40 }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
    />
  </div>
);
