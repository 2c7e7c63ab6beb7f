import { NativeSelect, PasswordInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { trunkTransports } from '#contract/engine/engine-calls.ts';
import type { TrunkForm } from './trunk-form.ts';

/** What a line by SIP needs: where its calls come from, and how. */
export const SipFields = ({ form }: { form: TrunkForm }) => {
  const { errors } = form.formState;
  const wrongAddress = [errors.addresses].flat().find((error) => error?.message)?.message;
  return (
    <>
      <Controller
        control={form.control}
        name="addresses"
        render={({ field }) => (
          <TagsInput
            label="Addresses"
            description="IP addresses or networks that its calls come from, as your carrier lists them"
            placeholder={field.value.length === 0 ? '203.0.113.0/24' : ''}
            required
            value={field.value}
            onChange={field.onChange}
            splitChars={[',', ' ', '\n']}
            acceptValueOnBlur
            error={wrongAddress}
          />
        )}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.register('username')}
          label="User name"
          description="If the carrier signs in as well"
          autoComplete="off"
          error={errors.username?.message}
        />
        <PasswordInput
          {...form.register('secret')}
          label="Password"
          description="Stored encrypted"
          autoComplete="new-password"
          error={errors.secret?.message}
        />
        <NativeSelect
          {...form.register('transport')}
          label="Transport"
          data={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <NativeSelect
          {...form.register('srtp')}
          label="Encrypted sound"
          description="Needs TLS"
          data={[
            { value: 'optional', label: 'If the carrier offers it' },
            { value: 'required', label: 'Required' },
            { value: 'off', label: 'Never' },
          ]}
        />
        <TextInput
          {...form.register('number_from')}
          label="Called number is in"
          description="uri, to, or the name of a header"
          error={errors.number_from?.message}
        />
        <NativeSelect
          {...form.register('media')}
          label="Sound goes to"
          data={[
            { value: 'same', label: 'The addresses above' },
            { value: 'any', label: 'Any address that the call names' },
          ]}
        />
      </SimpleGrid>
    </>
  );
};
