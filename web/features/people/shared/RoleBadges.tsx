import { Badge, Group } from '@mantine/core';

/** Badges of a member's roles, including "invited {role}" (spec §6). */
export const RoleBadges = ({ roles }: { roles: readonly string[] }) => (
  <Group gap={6}>
    {roles.map((role) => (
      <Badge
        key={role}
        miw="max-content"
        color={colorOf(role)}
        variant={role.startsWith('invited') ? 'outline' : 'light'}
      >
        {role}
      </Badge>
    ))}
  </Group>
);

const colorOf = (role: string): string => {
  if (role.startsWith('invited')) return 'yellow';
  return role === 'owner' ? 'brand' : 'gray';
};
