import { List, Text } from '@mantine/core';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';

/** `/help/deleting-a-station`: the guide that a refused plan leads to (spec §8). */
export const DeletingStationScreen = () => (
  <>
    <PageHeader
      title="Deleting a station"
      description="A plan allows a number of stations. Delete those you do not need, then change the plan."
    />
    <Surface title="Before you delete">
      <List spacing="xs">
        <List.Item>Relays of the station are deleted first: open its page and choose Relays.</List.Item>
        <List.Item>A subscription of the station itself is cancelled first.</List.Item>
        <List.Item>You are an owner or admin of the account or of the station.</List.Item>
      </List>
    </Surface>
    <Surface title="Steps" mt="md">
      <List type="ordered" spacing="xs">
        <List.Item>Open the account, choose Stations, and open the station.</List.Item>
        <List.Item>Choose Settings, then Advanced.</List.Item>
        <List.Item>Choose “Delete the station”.</List.Item>
        <List.Item>Type the name of the station and choose Delete.</List.Item>
      </List>
    </Surface>
    <Surface title="What happens then" mt="md">
      <Text>
        The station is off the air at once and no longer counts towards the plan. For 30 days an owner or admin of the
        account can restore it, from Stations, Deleted stations. Then it is removed with its music and statistics.
      </Text>
    </Surface>
  </>
);
