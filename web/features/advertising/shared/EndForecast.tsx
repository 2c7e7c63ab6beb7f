import { Text } from '@mantine/core';
import type { CampaignSummary } from '#contract/api/campaign.ts';
import { whole } from '#web/lib/format.ts';
import { forecastOf } from './campaign-labels.ts';

/** What a campaign is expected to end with, and how much of its goal that is. */
export const EndForecast = ({ campaign }: { campaign: CampaignSummary }) => {
  const forecast = forecastOf(campaign);
  if (!forecast)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  const { expected, low, high, text, color } = forecast;
  return (
    <span title={`Likely ${whole(low)} to ${whole(high)}`} style={{ whiteSpace: 'nowrap' }}>
      <Text span size="sm" className="numbers">
        {whole(expected)}
      </Text>
      <Text span display="block" size="xs" c={color}>
        {text}
      </Text>
    </span>
  );
};
