import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { priorities } from '#contract/api/campaign.ts';
import { money } from '#web/lib/currencies.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useDecideRequest, type Decision } from './request-queries.ts';
import { costOf } from './shared/campaign-labels.ts';

type Priority = Extract<Decision, { decision: 'approved' }>['priority'];

/** For portal administrators: makes a request a campaign, asks for changes or rejects it. */
export const RequestDecision = ({ request }: { request: AdRequest }) => {
  const decide = useDecideRequest(request.id);
  const [price, setPrice] = useState(request.impressionPrice);
  const [startDate, setStartDate] = useState(request.startDate);
  const [endDate, setEndDate] = useState(request.endDate);
  const [priority, setPriority] = useState<NonNullable<Priority>>(3);
  const [everyStation, setEveryStation] = useState(false);
  const [reason, setReason] = useState('');
  const refuse = (decision: 'needsChanges' | 'rejected'): void =>
    decide.mutate(
      { decision, reason: reason.trim() },
      {
        onSuccess: () =>
          toastSuccess(decision === 'rejected' ? 'Request rejected.' : 'The account was asked for changes.'),
      },
    );
  const approve = (): void =>
    decide.mutate(
      { decision: 'approved', impressionPrice: price, startDate, endDate, priority, everyStation },
      { onSuccess: () => toastSuccess('The campaign was created.', 'Request approved') },
    );
  const isRejecting = decide.isPending && decide.variables.decision === 'rejected';
  return (
    <Surface title="Decide" description="Only portal administrators see this.">
      <Stack gap="md">
        <SimpleGrid cols={2}>
          <NumberInput
            label={`Price per impression (${request.currency})`}
            value={price}
            min={0}
            max={1000}
            decimalScale={6}
            allowNegative={false}
            onChange={(to) => setPrice(Number(to) || 0)}
          />
          <NativeSelect
            label="Priority"
            value={String(priority)}
            onChange={({ currentTarget }) => setPriority(Number(currentTarget.value) as NonNullable<Priority>)}
            data={Object.entries(priorities).map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            type="date"
            label="First day"
            value={startDate}
            onChange={({ currentTarget }) => setStartDate(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            value={endDate}
            onChange={({ currentTarget }) => setEndDate(currentTarget.value)}
          />
        </SimpleGrid>
        <Checkbox
          label="Also on stations of other accounts"
          description="Stations that approve each campaign are asked first."
          checked={everyStation}
          onChange={({ currentTarget }) => setEveryStation(currentTarget.checked)}
        />
        <Group justify="space-between">
          <Text size="sm">
            Total {money(costOf(request.impressionsGoal, price, request.currency), request.currency)}
          </Text>
          <Button
            loading={decide.isPending && decide.variables.decision === 'approved'}
            disabled={startDate === '' || endDate === '' || startDate > endDate}
            onClick={approve}
          >
            Approve and create campaign
          </Button>
        </Group>
        <Textarea
          label="Reason"
          description="For changes or a rejection; the account reads it."
          value={reason}
          maxLength={2000}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            disabled={reason.trim() === ''}
            loading={decide.isPending && decide.variables.decision === 'needsChanges'}
            onClick={() => refuse('needsChanges')}
          >
            Ask for changes
          </Button>
          <Button
            variant="light"
            color="red"
            disabled={reason.trim() === ''}
            loading={isRejecting}
            onClick={() => refuse('rejected')}
          >
            Reject
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
};
