import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconHelp, IconLifebuoy, IconNews } from '@tabler/icons-react';
import type { PublicConfig } from '#contract/api/public-config.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;

/** Help pages, the reference of the API, and the address of the support where there is one. */
export const helpActions = (
  { config, hasChangelog }: { config: PublicConfig | undefined; hasChangelog: boolean },
  go: Go,
): SpotlightActionGroupData => ({
  group: 'Help',
  actions: [
    {
      ...{ id: 'help.delete', label: 'How to delete a station', keywords: ['help', 'remove'] },
      ...{ leftSection: <IconHelp {...icon} />, onClick: go('/help/deleting-a-station') },
    },
    {
      ...{ id: 'help.api', label: 'API reference', keywords: ['help', 'documentation', 'developers'] },
      leftSection: <IconHelp {...icon} />,
      onClick: () => window.open('/docs', '_blank', 'noopener'),
    },
    ...(hasChangelog
      ? [
          {
            ...{ id: 'help.changelog', label: 'What is new', keywords: ['help', 'changelog', 'release'] },
            ...{ leftSection: <IconNews {...icon} />, onClick: go('/changelog') },
          },
        ]
      : []),
    ...(config?.support_email
      ? [
          {
            ...{ id: 'help.support', label: 'Contact support', description: config.support_email },
            keywords: ['help', 'e-mail', 'problem'],
            leftSection: <IconLifebuoy {...icon} />,
            onClick: () => window.location.assign(`mailto:${config.support_email}`),
          },
        ]
      : []),
  ],
});
