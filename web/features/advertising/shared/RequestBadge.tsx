import { Badge } from '@mantine/core';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { requestStatusLabels } from './campaign-labels.ts';

/** The status of a request. */
export const RequestBadge = ({ status }: Pick<AdRequest, 'status'>) => {
  const [name, color] = requestStatusLabels[status];
  return (
    <Badge color={color} variant="light" miw="max-content">
      {name}
    </Badge>
  );
};
