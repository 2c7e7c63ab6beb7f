import { Text } from '@mantine/core';
import { IconChartBar, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CampaignSummary } from '#contract/api/campaign.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { useRemoveCampaign } from './queries.ts';

const icon = { size: 16, 'aria-hidden': true } as const;

type CampaignMenuProps = { campaign: CampaignSummary; mayWrite: boolean };

/** The actions of a campaign in the list. */
export const CampaignMenu = ({ campaign, mayWrite }: CampaignMenuProps) => {
  const { id, accountKey, name, status, impressions } = campaign;
  const navigate = useNavigate();
  const remove = useRemoveCampaign(accountKey);
  const [isRemoving, setRemoving] = useState(false);
  const params = { accountKey, campaignId: id };
  const wasHeard = impressions.actual > 0;
  return (
    <>
      <MoreMenu label={`Actions for ${name}`}>
        <DropGroup>
          <DropItem
            icon={<IconChartBar {...icon} />}
            onClick={() => void navigate({ to: '/accounts/$accountKey/advertising/$campaignId/report', params })}
          >
            Report
          </DropItem>
          {mayWrite && status !== 'archived' && (
            <DropItem
              icon={<IconPencil {...icon} />}
              onClick={() => void navigate({ to: '/accounts/$accountKey/advertising/$campaignId/edit', params })}
            >
              Edit
            </DropItem>
          )}
          {mayWrite && status !== 'archived' && (
            <DropItem icon={<IconTrash {...icon} />} onClick={() => setRemoving(true)} danger>
              {wasHeard ? 'Archive' : 'Delete'}
            </DropItem>
          )}
        </DropGroup>
      </MoreMenu>
      <ConfirmDialog
        opened={isRemoving}
        title={wasHeard ? `Archive “${name}”?` : `Delete “${name}”?`}
        confirm={wasHeard ? 'Archive' : 'Delete'}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => toastSuccess(wasHeard ? 'Campaign archived.' : 'Campaign deleted.'),
            onSettled: () => setRemoving(false),
          })
        }
        onClose={() => setRemoving(false)}
      >
        <Text>
          {wasHeard
            ? `It stops playing for good. Its report with ${count(impressions.actual, 'impression')} stays, as they were paid for.`
            : 'It was never heard, so nothing is left of it.'}
        </Text>
      </ConfirmDialog>
    </>
  );
};
