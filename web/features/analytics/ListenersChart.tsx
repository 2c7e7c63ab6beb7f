import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';

type ListenersChartProps = { points: { at: string; Listeners: number }[] };

/** Listeners over time; the numbers also stand in the table below it. */
export const ListenersChart = ({ points }: ListenersChartProps) => (
  <div role="img" aria-label="Listeners over the period; the table below has the numbers.">
    <AreaChart
      h={300}
      data={points}
      dataKey="at"
      series={[{ name: 'Listeners', color: 'brand.5' }]}
      curveType={points.length > 100 ? 'linear' : 'monotone'}
      withDots={points.length < 2}
      gridAxis="x"
      tickLine="none"
      strokeWidth={2}
      fillOpacity={0.25}
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 40 }}
      areaChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
    />
  </div>
);
