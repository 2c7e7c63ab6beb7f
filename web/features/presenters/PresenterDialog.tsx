import { Box, Modal, SimpleGrid, TextInput } from '@mantine/core';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { NewPresenter, presenterLimits, type Presenter, type PresenterPassword } from '#contract/api/presenters.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { HoursInput } from '#web/ui/form/HoursInput.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { PersonField } from './PersonField.tsx';
import { useAddPresenter, useChangePresenter, usePresenterPicture } from './queries.ts';

type PresenterDialogProps = {
  accountKey: AccountKey;
  stationKey: StationKey;
  timezone: string;
  /** The presenter to edit; undefined adds one. */
  presenter: Presenter | undefined;
  onIssued: (issued: PresenterPassword) => void;
  onClose: () => void;
};

/** Adds or edits a presenter: name, user, hours, what happens at their end, and whether they are recorded. */
export const PresenterDialog = ({
  accountKey,
  stationKey,
  timezone,
  presenter,
  onIssued,
  onClose,
}: PresenterDialogProps) => {
  const add = useAddPresenter(stationKey);
  const change = useChangePresenter(stationKey);
  const form = useContractForm(NewPresenter, valuesOf(presenter));
  const { errors } = form.formState;
  const save = async (body: NewPresenter): Promise<void> => {
    if (presenter) {
      await change.mutateAsync({ id: presenter.id, body });
      toastSuccess(`${body.name} saved.`);
      return onClose();
    }
    const issued = await add.mutateAsync(body);
    onClose();
    onIssued(issued);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={presenter ? `Edit “${presenter.name}”` : 'Add presenter'}
      closeOnClickOutside={false}
      size="lg"
    >
      {presenter && (
        <Box mb="md">
          <PictureField stationKey={stationKey} presenter={presenter} />
        </Box>
      )}
      <FormProvider {...form}>
        <ContractForm form={form} submit={presenter ? 'Save' : 'Add presenter'} onCancel={onClose} onSubmit={save}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              {...form.register('name')}
              label="Name"
              description="Listeners see it"
              error={errors.name?.message}
              required
              data-autofocus
            />
            <TextInput
              {...form.register('user')}
              label="User name"
              description="For the encoder, without spaces"
              error={errors.user?.message}
              autoCapitalize="none"
              required
            />
          </SimpleGrid>
          <PersonField scope={{ kind: 'station', accountKey, stationKey }} />
          <Controller
            control={form.control}
            name="windows"
            render={({ field: { value, onChange } }) => (
              <HoursInput
                value={value}
                onChange={onChange}
                problem={errors.windows}
                description={
                  value.length === 0
                    ? 'May broadcast at any time. Add hours to restrict that.'
                    : `When they may go live, in ${timezone}. Outside these hours they are refused.`
                }
                max={presenterLimits.windows}
              />
            )}
          />
          <EndFields />
          <SwitchField
            control={form.control}
            name="record"
            label="Record their broadcasts"
            description="You can download each for two weeks."
          />
        </ContractForm>
      </FormProvider>
    </Modal>
  );
};

const valuesOf = (presenter: Presenter | undefined): NewPresenter => {
  if (!presenter) return { ...{ name: '', user: '', windows: [], at_end: 'finish', grace_minutes: 5 }, ...none };
  const { name, user, windows, at_end, grace_minutes, record, disabled, user_id } = presenter;
  return { name, user, windows, at_end, grace_minutes, record, disabled, user_id };
};

const none = { record: false, disabled: false, user_id: null };

const EndFields = () => {
  const { control } = useFormContext<NewPresenter>();
  const windows = useWatch({ control, name: 'windows' });
  const atEnd = useWatch({ control, name: 'at_end' });
  if (windows.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Controller
        control={control}
        name="at_end"
        render={({ field: { value, onChange } }) => (
          <SegmentedField
            label="When the time is over"
            value={value}
            onChange={onChange}
            data={[
              { value: 'finish', label: 'Let them finish' },
              { value: 'cut', label: 'Cut them off' },
            ]}
          />
        )}
      />
      {atEnd === 'cut' && (
        <NumberField
          control={control}
          name="grace_minutes"
          label="Minutes of grace"
          suffix=" min"
          min={0}
          max={presenterLimits.graceMinutes}
        />
      )}
    </SimpleGrid>
  );
};

const PictureField = ({ stationKey, presenter }: { stationKey: StationKey; presenter: Presenter }) => {
  const change = usePresenterPicture(stationKey, presenter.id);
  const current = change.data ?? presenter;
  return (
    <ImageField
      label="Picture"
      name={presenter.name}
      src={current.picture}
      busy={change.isPending}
      onUpload={(file) => change.mutate(file)}
      onRemove={() => change.mutate(null)}
    />
  );
};
