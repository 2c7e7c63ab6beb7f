import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import { lintAdsTxt } from '#contract/rules/ads-txt.ts';
import { NewPartner, type Partner } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { LinesInput } from '#web/ui/form/LinesInput.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSavePartner } from './partner-queries.ts';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';

type FormInput = z.input<typeof NewPartner>;
type FormOutput = z.output<typeof NewPartner>;

/** Adds or edits a partner, then opens its page. */
export const PartnerForm = ({ partner }: { partner?: Partner }) => {
  const navigate = useNavigate();
  const save = useSavePartner(partner?.slug);
  const [key] = useState(() => crypto.randomUUID());
  const logo = usePickedImage();
  const [saved, setSaved] = useState<Partner>();
  const form = useContractForm<FormInput, FormOutput>(NewPartner, {
    slug: partner?.slug ?? '',
    name: partner?.name ?? '',
    description: partner?.description ?? '',
    website: partner?.website ?? '',
    email: partner?.email ?? '',
    active: partner?.active ?? true,
    ads_txt: partner?.ads_txt ?? '',
    ref_code: partner?.ref_code ?? '',
    public: partner?.public ?? false,
  });
  const { errors } = form.formState;
  useEffect(() => {
    if (!saved) return;
    toastSuccess(`${saved.name} saved.`);
    void navigate({ to: '/portal/partners/$partnerSlug', params: { partnerSlug: saved.slug } });
  }, [saved, navigate]);
  return (
    <Surface maw="var(--form-width)">
      <ContractForm
        form={form}
        {...(!partner && { submit: 'Add' })}
        onSubmit={async (body) => {
          const answer = await save.mutateAsync({ body, logo: logo.file, key });
          form.reset(body);
          logo.drop();
          setSaved(answer);
        }}
        onCancel={() => void navigate({ to: '/portal/partners' })}
        isTouched={logo.file !== undefined}
        onDiscard={logo.drop}
      >
        <ImageField
          label="Logo"
          name={partner?.name ?? '?'}
          src={logo.url ?? partner?.logo ?? null}
          onUpload={logo.pick}
        />
        <TextInput {...form.register('name')} label="Name" required error={errors.name?.message} />
        <TextInput
          {...form.register('slug')}
          label="URL slug"
          description="Lowercase letters, digits and dashes, as in /portal/partners/north-sea-media"
          required
          error={errors.slug?.message}
        />
        <Textarea
          {...form.register('description')}
          label="Description"
          autosize
          minRows={3}
          error={errors.description?.message}
        />
        <TextInput {...form.register('website')} type="url" label="Website" error={errors.website?.message} />
        <TextInput {...form.register('email')} type="email" label="E-mail" error={errors.email?.message} />
        <TextInput
          {...form.register('ref_code')}
          label="Code of links"
          description="Links with ?ref= and this code count who signs up by them"
          error={errors.ref_code?.message}
        />
        <Controller
          control={form.control}
          name="ads_txt"
          render={({ field: { value = '', onChange }, fieldState }) => (
            <LinesInput
              label="Lines for ads.txt"
              placeholder="example.com, pub-1234567890, RESELLER"
              value={value}
              onChange={onChange}
              marked={lintAdsTxt(value).problems}
              error={fieldState.error?.message}
            />
          )}
        />
        <SwitchField control={form.control} name="active" label="Active" />
        <SwitchField control={form.control} name="public" label="On the public page of partners" />
      </ContractForm>
    </Surface>
  );
};
