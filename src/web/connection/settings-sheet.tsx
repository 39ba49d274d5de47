import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";

interface Setting {
  name: string;
  meaning: string;
  otherwise: string;
}

const upstream: readonly Setting[] = [
  {
    name: "API_BASE_URL",
    meaning: "The API to speak to",
    otherwise: "the embedded service",
  },
  { name: "API_TOKEN", meaning: "Its Account token", otherwise: "none" },
  {
    name: "API_SOURCE_TOKENS",
    meaning: "Tokens of single sources by id, as 12=abc,13=def",
    otherwise: "none",
  },
  {
    name: "API_CHANNEL_TOKENS",
    meaning: "Tokens of single channels by id, in the same form",
    otherwise: "none",
  },
  {
    name: "API_RATE_LIMIT",
    meaning: "Requests that it allows in any second, for each token",
    otherwise: "2",
  },
];

const embedded: readonly Setting[] = [
  {
    name: "DATABASE_URL",
    meaning: "A PostgreSQL of your own for the embedded service",
    otherwise: "the one that came along",
  },
  {
    name: "DATA_DIR",
    meaning: "Where the PostgreSQL that came along keeps its files",
    otherwise: ".data",
  },
  { name: "SERVICE_PORT", meaning: "The embedded service’s port", otherwise: "4201" },
  {
    name: "SERVICE_TOKEN",
    meaning:
      "The Account token that it takes; SERVICE_SOURCE_TOKENS and SERVICE_CHANNEL_TOKENS beside it",
    otherwise: "made on the first start",
  },
  {
    name: "SERVICE_RATE_LIMIT",
    meaning: "Its own limit for each token and second; 0 for none",
    otherwise: "2",
  },
  {
    name: "SERVICE_DEMO",
    meaning: "1 fills an empty database with demonstration records, 0 leaves it empty",
    otherwise: "1",
  },
];

const columns: readonly PlainColumn<Setting>[] = [
  { header: "Variable", cell: ({ name }) => <span className="code">{name}</span> },
  { header: "Meaning", cell: ({ meaning }) => meaning },
  {
    header: "Otherwise",
    cell: ({ otherwise }) => <span className="connection__faint">{otherwise}</span>,
  },
];

/** What to set to change the connection. Nothing of it can be changed from a browser. */
export const SettingsSheet = ({ isEmbedded }: { isEmbedded: boolean }) => (
  <Sheet title="To change this" flush>
    <div className="connection__lead">
      <p>
        Set these where the console is started, then start it again; a browser can neither read nor
        change them. A secret can stand in a file instead:{" "}
        <span className="code">API_TOKEN_FILE</span> names it, and so for every other one.
      </p>
      <pre className="connection__example" tabIndex={0}>
        API_BASE_URL=https://api.example.com API_TOKEN_FILE=./token npm start
      </pre>
    </div>
    <PlainTable
      label="Settings"
      columns={columns}
      rows={isEmbedded ? [...upstream, ...embedded] : upstream}
      none=""
    />
  </Sheet>
);
