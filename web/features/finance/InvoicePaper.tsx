import type { AdInvoiceDocument } from '#contract/api/finance.ts';
import classes from './Finance.module.css';

type InvoicePaperProps = { invoice: AdInvoiceDocument; isOld: boolean };

/** What the PDF of an invoice says, on a sheet that is white in every theme. */
export const InvoicePaper = ({ invoice, isOld }: InvoicePaperProps) => (
  <section
    aria-label="Preview of the invoice"
    className={classes.paper}
    data-old={isOld || undefined}
    aria-busy={isOld}
  >
    <h3>
      {invoice.title} {invoice.number}
    </h3>
    <Facts pairs={invoice.facts} />
    <div className={classes.parties}>
      <Party title="From" lines={invoice.from} />
      <Party title="Billed to" lines={invoice.to} />
    </div>
    <table>
      <thead>
        <tr>
          <th>Description</th>
          <th>Quantity</th>
          <th>Amount</th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, i) => (
          <tr key={i}>
            <td>
              <bdi>{line.description}</bdi>
            </td>
            <td>{line.quantity}</td>
            <td>{line.amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <br />
    <Facts pairs={invoice.totals} />
    <br />
    {invoice.notes.map((note) => (
      <div key={note} className={classes.note}>
        {note}
      </div>
    ))}
  </section>
);

const Facts = ({ pairs }: { pairs: AdInvoiceDocument['facts'] }) => (
  <dl>
    {pairs.map(([label, value]) => (
      <FactRow key={label} label={label} value={value} />
    ))}
  </dl>
);

const FactRow = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
);

const Party = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div>
    <p>{title}</p>
    {lines.map((line, i) => (
      <p key={i}>
        <bdi>{line}</bdi>
      </p>
    ))}
  </div>
);
