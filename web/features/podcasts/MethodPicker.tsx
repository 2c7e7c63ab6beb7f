import { Radio, SimpleGrid, Text } from '@mantine/core';
import { wording } from '#brand/wording.ts';
import classes from './MethodPicker.module.css';
import { methods, type Method } from './podcast-methods.ts';

const methodTexts: Record<Method, { title: string; text: string }> = {
  create: { title: 'Create', text: 'Upload your own episodes.' },
  import: { title: 'Import', text: 'Move a feed from another host with all its episodes.' },
  record: { title: 'Record', text: 'Record episodes from the station’s stream on a schedule.' },
};

type MethodPickerProps = { value: Method; onChange: (method: Method) => void };

/** Selects the method to create the podcast. */
export const MethodPicker = ({ value, onChange }: MethodPickerProps) => (
  <Radio.Group
    value={value}
    onChange={(chosen) => onChange(chosen as Method)}
    aria-label={`How to create the ${wording.podcast}`}
    mb="md"
    maw="var(--form-width)"
  >
    <SimpleGrid cols={{ base: 1, xs: methods.length }}>
      {methods.map((method) => (
        <Radio.Card key={method} value={method} className={classes.card}>
          <Radio.Indicator className={classes.dot} />
          <span>
            <Text fw={600} component="span" display="block">
              {methodTexts[method].title}
            </Text>
            <Text size="sm" c="dimmed" component="span" display="block">
              {methodTexts[method].text}
            </Text>
          </span>
        </Radio.Card>
      ))}
    </SimpleGrid>
  </Radio.Group>
);
