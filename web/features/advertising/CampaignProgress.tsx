import { Text } from '@mantine/core';
import { useState } from 'react';
import type { CampaignSummary } from '#contract/api/campaign.ts';
import { whole } from '#web/lib/format.ts';
import { dueShare } from './shared/campaign-labels.ts';
import classes from './Campaigns.module.css';

const percentOf = (share: number): string => `${String(Math.min(100, share * 100))}%`;

/** The impressions delivered, as a bar to the goal; the notch is where an even pace would be now. */
export const CampaignProgress = ({ campaign }: { campaign: CampaignSummary }) => {
  const { actual, objective } = campaign.impressions;
  const [now] = useState(() => Date.now());
  return (
    <>
      <div className={classes.track} aria-hidden>
        <span className={classes.done} style={{ inlineSize: percentOf(campaign.progress) }} />
        <span className={classes.due} style={{ insetInlineStart: percentOf(dueShare(campaign, now)) }} />
      </div>
      <Text size="xs" c="dimmed" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {whole(actual)} of {whole(objective)}
      </Text>
    </>
  );
};
