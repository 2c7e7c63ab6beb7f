import { Checkbox, ColorInput, NativeSelect, Input, TextInput, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SiteContent, SiteTheme } from '#contract/api/site.ts';
import { brand } from '#brand/brand.ts';
import { languages } from '#web/lib/languages.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import type { FieldErrors } from './field-errors.ts';
import { ImageInput } from './ImageInput.tsx';
import type { SiteDraft } from './use-site-draft.ts';
import classes from './Editor.module.css';

type SiteFieldsProps = {
  accountKey: AccountKey;
  draft: SiteDraft;
  /** What its address at the portal begins with. */
  prefix: string;
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (draft: SiteDraft, mark: string) => void;
};

/** The areas of the picker are for pointers only; others write the colour. */
const mouseOnly = { saturation: { 'aria-hidden': true }, slider: { 'aria-hidden': true } };

/** What applies to all pages: name, address, language, look, and search engines. */
export const SiteFields = ({ accountKey, draft, prefix, errors, readOnly, onChange }: SiteFieldsProps) => {
  const { slug, content } = draft;
  const known = useMemo(languages, []);
  const set = (change: Partial<SiteContent>, mark = Object.keys(change).join()): void =>
    onChange({ slug, content: { ...content, ...change } }, mark);
  const setTheme = (change: Partial<SiteTheme>): void =>
    set({ theme: { ...content.theme, ...change } }, `theme.${Object.keys(change).join()}`);
  return (
    <fieldset className={classes.fields} disabled={readOnly}>
      <TextInput
        label="Name of the site"
        required
        maxLength={100}
        value={content.title}
        error={errors['draft.title']}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TextInput
        label="URL"
        description={prefix}
        required
        maxLength={60}
        value={slug}
        error={errors['slug']}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value, content }, 'slug')}
      />
      <ChoiceInput
        label="Language"
        description="Of what you write; visitors read the rest in their own"
        searchable
        allowDeselect={false}
        limit={300}
        data={known}
        value={content.language.toLowerCase()}
        error={errors['draft.language']}
        onChange={(language) => language !== null && set({ language })}
      />
      <ColorInput
        label="Colour"
        description="Made lighter or darker where it could not be read"
        placeholder="Of the portal"
        value={content.theme.accent}
        format="hex"
        fixOnBlur={false}
        withEyeDropper={false}
        swatches={[...brand.theme.primary.slice(3)]}
        swatchesPerRow={7}
        attributes={mouseOnly}
        error={errors['draft.theme.accent']}
        onChange={(accent) => setTheme({ accent })}
      />
      <Input.Wrapper label="Theme" labelElement="div">
        <Segments
          fullWidth
          mt={4}
          aria-label="Theme"
          data={[
            { value: 'auto', label: 'By device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={content.theme.mode}
          onChange={(mode) => setTheme({ mode })}
        />
      </Input.Wrapper>
      <NativeSelect
        label="Corners"
        data={[
          { value: 'none', label: 'Square' },
          { value: 'sm', label: 'Slightly rounded' },
          { value: 'md', label: 'Rounded' },
          { value: 'lg', label: 'Very rounded' },
        ]}
        value={content.theme.radius}
        onChange={({ currentTarget }) => setTheme({ radius: currentTarget.value as SiteTheme['radius'] })}
      />
      {(['cover', 'logo'] as const).map((name) => (
        <ImageInput
          key={name}
          accountKey={accountKey}
          label={name === 'cover' ? 'Cover' : 'Logo'}
          hint={name === 'cover' ? 'Behind the header' : 'Beside the name'}
          image={content.theme[name] ?? ''}
          readOnly={readOnly}
          error={errors[`draft.theme.${name}`]}
          onChange={(image) => setTheme({ [name]: image === '' ? null : image })}
        />
      ))}
      <Checkbox
        label="List the pages at the top"
        checked={content.nav}
        onChange={({ currentTarget }) => set({ nav: currentTarget.checked })}
      />
      <TextInput
        label="Title for search engines"
        description="Empty for the name of the site"
        maxLength={100}
        value={content.seo.title}
        error={errors['draft.seo.title']}
        onChange={({ currentTarget }) => set({ seo: { ...content.seo, title: currentTarget.value } }, 'seo.title')}
      />
      <Textarea
        label="Description for search engines"
        autosize
        minRows={2}
        maxLength={300}
        value={content.seo.description}
        error={errors['draft.seo.description']}
        onChange={({ currentTarget }) =>
          set({ seo: { ...content.seo, description: currentTarget.value } }, 'seo.description')
        }
      />
      <Checkbox
        label="Search engines may list the site"
        checked={content.seo.index}
        onChange={({ currentTarget }) => set({ seo: { ...content.seo, index: currentTarget.checked } }, 'seo.index')}
      />
    </fieldset>
  );
};
