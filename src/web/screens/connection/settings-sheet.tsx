import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";

interface Setting {
  name: string;
  meaning: string;
  otherwise: string;
}

const upstream: readonly Setting[] = [
  {
    name: "API_BASE_URL",
    meaning: "Base URL of the API",
    otherwise: "the embedded service",
  },
  { name: "API_TOKEN", meaning: "Account token", otherwise: "none" },
  {
    name: "API_SOURCE_TOKENS",
    meaning: "Tokens by source ID: 12=abc,13=def",
    otherwise: "none",
  },
  {
    name: "API_CHANNEL_TOKENS",
    meaning: "Tokens by channel ID, in the same format",
    otherwise: "none",
  },
  {
    name: "API_RATE_LIMIT",
    meaning: "Allowed requests per second per token",
    otherwise: "2",
  },
];

const embedded: readonly Setting[] = [
  {
    name: "DATABASE_URL",
    meaning: "Your own PostgreSQL for the embedded service",
    otherwise: "embedded PostgreSQL",
  },
  {
    name: "DATA_DIR",
    meaning: "Data folder of the embedded PostgreSQL",
    otherwise: ".data",
  },
  { name: "SERVICE_PORT", meaning: "Port of the embedded service", otherwise: "4201" },
  {
    name: "SERVICE_TOKEN",
    meaning:
      "Account token with which other programs call the embedded service; see also SERVICE_SOURCE_TOKENS and SERVICE_CHANNEL_TOKENS",
    otherwise: "none",
  },
  {
    name: "SERVICE_RATE_LIMIT",
    meaning: "Rate limit of the embedded service per token and second; 0 for none",
    otherwise: "2",
  },
  {
    name: "SERVICE_DEMO",
    meaning: "1 fills an empty database with demonstration records; 0 leaves it empty",
    otherwise: "1",
  },
];

const columns: readonly PlainColumn<Setting>[] = [
  { header: "Variable", cell: ({ name }) => <span className="code">{name}</span> },
  { header: "Meaning", wide: true, cell: ({ meaning }) => meaning },
  {
    header: "Default",
    cell: ({ otherwise }) => <span className="faint small">{otherwise}</span>,
  },
];

/** The settings of the connection. None of them can be changed from a browser. */
export const SettingsSheet = ({ isEmbedded }: { isEmbedded: boolean }) => (
  <Sheet title="Change the connection" flush>
    <div className="connection__lead">
      <p>
        Set these variables where the console is started, then restart it. They can't be read or
        changed in the browser. To read a secret from a file, add _FILE to its name, such as{" "}
        <span className="code">API_TOKEN_FILE</span>.
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
