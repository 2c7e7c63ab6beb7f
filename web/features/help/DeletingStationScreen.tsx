import { List, Text } from '@mantine/core';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';

/** `/help/deleting-a-station`: the guide linked from a refused plan change (spec §8). */
export const DeletingStationScreen = () => (
  <>
    <PageHeader
      title="Deleting a station"
      description="Your plan limits the number of stations. Delete those you do not need, then change the plan."
    />
    <Surface title="Before you delete">
      <List spacing="xs">
        <List.Item>Delete the station’s relays: open its page and choose Relays.</List.Item>
        <List.Item>Cancel the station’s own subscription, if it has one.</List.Item>
        <List.Item>You must be an owner or admin of the account or the station.</List.Item>
      </List>
    </Surface>
    <Surface title="Steps" mt="md">
      <List type="ordered" spacing="xs">
        <List.Item>Open the account, choose Stations, and open the station.</List.Item>
        <List.Item>Choose Settings, then Advanced.</List.Item>
        <List.Item>Choose “Delete station”.</List.Item>
        <List.Item>Type the station’s name and choose Delete.</List.Item>
      </List>
    </Surface>
    <Surface title="What happens next" mt="md">
      <Text>
        The station goes off the air immediately and no longer counts toward your plan. Account owners and admins can
        restore it for 30 days under Stations, Deleted stations. After that it is permanently deleted with its music and
        statistics.
      </Text>
    </Surface>
  </>
);
