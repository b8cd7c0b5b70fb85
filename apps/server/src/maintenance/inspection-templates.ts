import type { InspectionTemplate, VesselType } from '@binnacle/contract'
import type { Static } from 'typebox'

type Template = Static<typeof InspectionTemplate>
type Item = Template['items'][number]

const section = (name: string, items: Omit<Item, 'section'>[]): Item[] =>
  items.map(({ id, title, hint }) => ({ id, section: name, title, hint }))

const SAIL: VesselType[] = ['sailboat', 'catamaran', 'trimaran']
const ALL_BUT_RIB: VesselType[] = [...SAIL, 'motorboat', 'houseboat', 'fishing', 'workboat', 'other']
const ALL: VesselType[] = [...ALL_BUT_RIB, 'rib']

/**
 * The checklists that an inspection is begun from, in the order of a walk from the engine to the papers.
 * An id is stored with every finding: reword a point and keep its id, give a new point a new id, never reuse one.
 */
export const INSPECTION_TEMPLATES: Template[] = [
  {
    slug: 'engine-diesel',
    name: 'Engine, inboard diesel',
    applies_to: ALL_BUT_RIB,
    items: [
      ...section('Oil and fuel', [
        {
          id: 'f4f49efd-dd58-45ea-a6ad-0faf80c93beb',
          title: 'Engine oil',
          hint: 'Level, colour and feel on the dipstick: milky means water, thin and smelling of diesel means a leaking injector; date and hours of the last change',
        },
        {
          id: '6ad8dcbc-c8db-461d-89c6-ef609edded1a',
          title: 'Oil leaks',
          hint: 'Rear main seal, rocker cover, oil cooler hoses, drip tray dry and clean',
        },
        {
          id: 'ea14e64c-a4e7-4b32-887d-bf78a7d387b4',
          title: 'Primary fuel filter and water trap',
          hint: 'Bowl clear, no water or black growth; age of the element; a spare on board',
        },
        {
          id: 'c816be1a-0471-4ebe-855d-3d9d2ea5e249',
          title: 'Fuel hoses and joints',
          hint: 'Fire-resistant hose (ISO 7840 or equivalent), not cracked or soft; no weeping at lift pump, filters and injector lines',
        },
        {
          id: '492581f1-5322-492f-b405-af8ad00f58aa',
          title: 'Fuel tank',
          hint: 'Sump drained of water, vent and filler hose sound, shut-off valve moves and can be reached',
        },
      ]),
      ...section('Cooling', [
        {
          id: '3d6516fc-e288-4176-a569-9150a0cbf7f8',
          title: 'Raw-water impeller',
          hint: 'Age, cracked or set vanes, a spare on board with its gasket; no drip from the weep hole of the pump',
        },
        {
          id: '74824f79-9b23-4212-ab79-7ebbf6fa56fd',
          title: 'Raw-water strainer',
          hint: 'Basket clean, lid seal good, no air drawn in; seacock beside it turns',
        },
        {
          id: 'e882129d-4763-4690-ba80-7d59e0290f59',
          title: 'Heat exchanger and anodes',
          hint: 'Pencil anodes less than half wasted; end caps dry, no green or white salt; last descaling',
        },
        {
          id: 'f3bcd8aa-73e4-4a5c-ba49-c84c00cb800d',
          title: 'Coolant',
          hint: "Level, colour, frost protection measured; age against the maker's interval; cap seals and holds pressure",
        },
        {
          id: 'a84a54ae-a13e-4de6-85fe-5cc94fcbd7e7',
          title: 'Belts',
          hint: 'Tension about 10 mm at mid-span, no glaze, cracks or black dust; spares on board',
        },
      ]),
      ...section('Exhaust', [
        {
          id: 'ac0cb564-da92-4ac1-bb8f-3049b225884e',
          title: 'Exhaust elbow',
          hint: 'Rust streaks, salt at the flange, weight of carbon inside; date it was last off or replaced',
        },
        {
          id: 'c3fe2191-2511-4d70-8098-2833fe593343',
          title: 'Exhaust hose and water lock',
          hint: 'Double clamps, no soft or burnt spots, muffler drain tight, no soot in the engine space',
        },
        {
          id: '6ab754db-e51b-41de-8594-0b221bf3c030',
          title: 'Anti-siphon valve',
          hint: 'Fitted where the injection point is under the waterline; valve clean, does not spray',
        },
      ]),
      ...section('Mounting and running', [
        {
          id: '54f5241e-808b-4218-93a6-0fcfbaf0c73a',
          title: 'Engine mounts and bed',
          hint: 'Rubber not split or oil-soaked, nuts tight, no fretting rust; bed and its bonding uncracked',
        },
        {
          id: 'f867be1e-1d01-4963-ada8-ade5ad99f61e',
          title: 'Gearbox',
          hint: 'Oil level and colour, no burnt smell; engages ahead and astern without a bang or delay',
        },
        {
          id: 'b917410f-e11f-4204-8f6d-a0c2b58314d7',
          title: 'Controls and stop',
          hint: 'Throttle and shift cables move freely with no play at the ends; stop works from the helm',
        },
        {
          id: 'cad313a4-9833-4cbc-9558-f862bba2ab86',
          title: 'Cold start and smoke',
          hint: 'Starts within seconds; smoke clears: white is water or unburnt fuel, blue oil, black overload',
        },
        {
          id: '8a5e1f14-6829-4ab2-bae4-35b1d51674c2',
          title: 'Under load',
          hint: "Reaches rated speed; oil pressure, temperature and charge within the maker's limits after 20 minutes",
        },
        {
          id: '522b3783-8371-4b02-9358-c770a5bafc59',
          title: 'Gauges, alarms and hour meter',
          hint: 'Buzzer sounds with the key on; low oil and overheat alarms tested; hour meter counts',
        },
      ]),
    ],
  },
  {
    slug: 'outboard',
    name: 'Engine, outboard',
    applies_to: ['motorboat', 'rib', 'trimaran', 'houseboat', 'fishing', 'workboat', 'other'],
    items: [
      ...section('Powerhead', [
        {
          id: 'e362ab52-c25c-41bc-b6a9-39ba65fa416f',
          title: 'Engine oil or oil tank',
          hint: 'Four-stroke: level and colour, no fuel or water in it. Two-stroke: tank full, injection alarm works',
        },
        {
          id: '5a0cb0a8-cd1d-43ed-90bb-e775acc18e4c',
          title: 'Fuel filter and water separator',
          hint: 'No water in the bowl, element in date, drain tight',
        },
        {
          id: '0b9ac50b-3092-4d3b-b3b6-3eeb985e3589',
          title: 'Fuel hose, bulb and connectors',
          hint: 'Bulb firms up and stays firm; hose not stiff or cracked; O-rings whole',
        },
        {
          id: '73d8caea-0ed6-4060-8b77-bfa699b366f8',
          title: 'Spark plugs',
          hint: 'Colour alike on all cylinders, gap right, threads and caps free of corrosion',
        },
        {
          id: '2be543e7-da93-47cc-bda1-5001192d2656',
          title: 'Cowling and wiring',
          hint: 'Cowling seal and latch hold; no chafed loom, no green terminals, no salt crust',
        },
        {
          id: '1973d643-fa57-48f9-8f01-7899c43402ef',
          title: 'Compression and fault codes',
          hint: 'Cylinders within 10 % of each other; stored faults and hours read from the engine where it can tell',
        },
      ]),
      ...section('Cooling', [
        {
          id: '60cfcfea-1dbe-44f3-8f07-51d6b30dfc7b',
          title: 'Tell-tale and water pump',
          hint: 'Strong steady stream at idle; impeller age, housing and key',
        },
        {
          id: '05d6401a-d02b-4a76-a7a4-bdf2bc8f78c5',
          title: 'Thermostat and flushing',
          hint: 'Reaches and holds its temperature; flushed with fresh water after salt water',
        },
      ]),
      ...section('Gearcase and bracket', [
        {
          id: '979de5ef-a50b-4a46-a58a-f2b68868ee90',
          title: 'Gear oil',
          hint: 'Level; not milky, no metal on the drain magnet; seals of plugs renewed',
        },
        {
          id: 'a559ef4d-679d-49be-86fc-ff5790c1518e',
          title: 'Propeller and shaft',
          hint: 'No bent blades, hub not slipping, no fishing line behind the thrust washer, nut pinned',
        },
        {
          id: '6d74f82f-93ad-442a-a316-017a2b0ea418',
          title: 'Anodes',
          hint: 'On gearcase, bracket and trim tab: less than half wasted, not painted',
        },
        {
          id: '37011333-d8de-4a59-98b6-1c8ea98216f1',
          title: 'Trim and tilt',
          hint: 'Full travel without creep, rams dry, reservoir filled, lock holds for towing',
        },
        {
          id: '7d5dd910-ad35-4e2c-acfa-723262beaa52',
          title: 'Transom bolts and clamp',
          hint: 'Bolts tight, sealed, no cracks or crushing around them; safety chain on small engines',
        },
      ]),
      ...section('Controls', [
        {
          id: 'b98ef58c-8581-4dbd-8f0d-a42354b38829',
          title: 'Kill cord',
          hint: 'Engine stops at once when pulled; a spare cord on board',
        },
        {
          id: 'e3d25866-e658-4535-80e5-bcaf2a932e9c',
          title: 'Throttle, shift and neutral start',
          hint: 'Smooth, no play; does not start in gear',
        },
        {
          id: '9a3612d8-3332-407a-8619-e5dc36b933d6',
          title: 'Alarms',
          hint: 'Overheat and oil buzzer heard with the key on',
        },
      ]),
    ],
  },
  {
    slug: 'drive-steering',
    name: 'Stern gear and steering',
    applies_to: ALL_BUT_RIB,
    items: [
      ...section('Shaft, sail drive or sterndrive', [
        {
          id: '62ffb6a0-0aa9-48ad-af13-fb5734a2f6f5',
          title: 'Stern gland or shaft seal',
          hint: 'Drip as the maker asks, bellows supple and in date, clamps sound, grease reservoir filled',
        },
        {
          id: 'bd2ab29d-36ea-453f-952f-e0391c7d7537',
          title: 'Shaft and coupling',
          hint: 'Straight, not pitted at the seal; coupling bolts tight and locked; flexible element uncracked',
        },
        {
          id: '2a859883-11ae-461e-93f8-7bae916de223',
          title: 'Cutless bearing',
          hint: 'Play by hand under one millimetre; rubber not torn, strut bolts tight',
        },
        {
          id: '1f3d40b1-f29d-4c9f-8755-3490cad46973',
          title: 'Sail drive diaphragm',
          hint: "Age against the maker's limit, commonly seven years; water sensor tested",
        },
        {
          id: '7a19ffeb-c68b-4423-8750-2d5bf60f56bd',
          title: 'Sterndrive bellows and gimbal',
          hint: 'No cracks or water inside bellows, gimbal bearing quiet over full lock; trim rams dry',
        },
        {
          id: '88b68b4a-38e1-4b3d-91a9-f3181b509e9c',
          title: 'Drive oil',
          hint: 'Level, no water or metal; date of last change',
        },
      ]),
      ...section('Propeller', [
        {
          id: '2e031b08-285f-4e3d-9332-d4f916256b75',
          title: 'Propeller',
          hint: 'Blades true, no pink dezincified edges; nut and key secure; folding or feathering gear greased and free',
        },
        {
          id: '16eee08a-ed47-4083-ba96-2711a3458348',
          title: 'Anodes of the drive',
          hint: 'Shaft, propeller and leg anodes less than half wasted, bare metal behind them, right alloy for the water',
        },
        {
          id: '20c1d77c-b622-4617-ad5e-4f6fddf0daec',
          title: 'Rope cutter',
          hint: 'Sharp, tight, its own anode and spacer in place',
        },
      ]),
      ...section('Steering', [
        {
          id: 'ad98be31-8eb8-4bbf-b35f-2d813bfd3175',
          title: 'Rudder and bearings',
          hint: 'Play at the tip, no weeping cracks or brown streaks, moves freely without stiff spots',
        },
        {
          id: 'fdc9183b-7214-4eaa-a509-b492d1127e82',
          title: 'Rudder stock and quadrant',
          hint: 'No wasting at the bearing, key and clamp bolts tight, stops sound',
        },
        {
          id: '61e28e41-4214-4675-b32c-003180170da7',
          title: 'Cables, chain and sheaves',
          hint: 'No broken strands, tension even, sheave pins in line, clamps doubled',
        },
        {
          id: 'eaa0e2d2-7d19-4144-988b-08448888cab5',
          title: 'Hydraulic steering',
          hint: 'Fluid level, no leaks at the helm pump or ram, no air in the wheel',
        },
        {
          id: '0a99ea36-f46a-4806-a203-6f9f3472d5cd',
          title: 'Autopilot',
          hint: 'Drive bolts tight, holds a course, disengages at once by hand',
        },
        {
          id: '00f5360f-f510-40ba-a43b-af633cee225d',
          title: 'Emergency tiller',
          hint: 'On board, fits, was tried; a person can steer with it',
        },
      ]),
      ...section('Thrusters and tabs', [
        {
          id: 'd5b8e85e-028b-4c27-b776-e1664ac451bf',
          title: 'Bow and stern thruster',
          hint: 'Runs both ways under load, tunnel and blades clean, anode, isolator and battery voltage',
        },
        {
          id: '138589a8-8383-4cdc-9a3a-db81599972fc',
          title: 'Trim tabs',
          hint: 'Both move their full travel, hinges and rams tight, anodes',
        },
      ]),
    ],
  },
  {
    slug: 'hull-deck',
    name: 'Hull and deck',
    applies_to: ALL,
    items: [
      ...section('Below the waterline', [
        {
          id: '2e386349-9ff7-41ae-ad59-a49589c84a0f',
          title: 'Antifouling and coating',
          hint: 'Flaking, bare patches, build-up; date and product of the last coat',
        },
        {
          id: 'd4f25bd8-da9e-4780-8b02-a82a0a5cbc22',
          title: 'Blisters and moisture',
          hint: 'Blisters probed and photographed; meter readings noted with the days ashore; steel: thickness; wood: soft spots',
        },
        {
          id: '91b4c8d6-67bb-4a12-b537-d28123a2a31b',
          title: 'Keel joint and bolts',
          hint: 'Line of the joint closed, no weeping rust; bolts and washers in the bilge sound',
        },
        {
          id: '355c9b6e-0269-40ea-bfb3-4ede51334fc5',
          title: 'Grounding damage',
          hint: 'Leading and trailing edge of the keel, floors and frames behind it; fresh filler or cracks',
        },
        {
          id: '85e5c653-f81f-4f9e-8422-cfd8ab603839',
          title: 'Hull anodes',
          hint: 'Less than half wasted, bonded, not painted; earth plate clean',
        },
      ]),
      ...section('Topsides', [
        {
          id: '817681ea-db13-461b-92b5-3f676f69ea81',
          title: 'Gelcoat or paint',
          hint: 'Crazing, star cracks, repairs that show in a low light',
        },
        {
          id: 'f8c29db3-cd97-4fe5-9edf-c7769569d4c0',
          title: 'Rubbing strake and hull-to-deck joint',
          hint: 'Fastenings tight, sealant whole, no stains inside under the joint',
        },
        {
          id: '25f6d399-075d-428d-bde2-688d47fdd0a4',
          title: 'Windows, portlights and hatches',
          hint: 'No crazed panes, seals supple, dogs close; tight under a hose',
        },
      ]),
      ...section('Deck', [
        {
          id: 'c5bde887-c9e9-407a-816c-41864caf2e5b',
          title: 'Deck core',
          hint: 'Sounded with a mallet around fittings; no soft, dull or springing places',
        },
        {
          id: 'd7562aec-e399-4e9a-85f4-bc8cb410b05c',
          title: 'Teak or non-slip',
          hint: 'Caulking whole, no lifted edges, plugs in, grip when wet',
        },
        {
          id: 'fc7193f4-3cce-4b06-97fb-05b3acc8ac73',
          title: 'Cleats, bollards and chocks',
          hint: 'Backed by plates, bolts tight, no cracks, no chafe edges',
        },
        {
          id: 'c8a7c0a2-b7fa-4b45-ba44-d6da76a181e5',
          title: 'Stanchions, lifelines and rails',
          hint: 'Bases do not move, wires and terminals sound, pins secured, gates close by themselves',
        },
        {
          id: 'd640ceaa-cfdd-4c82-8a95-c1027abec701',
          title: 'Cockpit drains and scuppers',
          hint: 'Run free with a bucket of water, hoses and clamps sound',
        },
        {
          id: 'b14f7cd7-ec36-47af-a765-785197bfd2e5',
          title: 'Boarding ladder',
          hint: 'Can be reached and let down from the water, steps hold',
        },
      ]),
      ...section('Anchoring', [
        {
          id: '5a8833c4-6233-4b74-b8db-0fd86af7442b',
          title: 'Anchor, chain and shackles',
          hint: 'Right size, galvanising, swivel and shackle moused; bitter end made fast with a line that can be cut',
        },
        {
          id: '5216effe-44f1-4b89-8df6-ca7f0180adf5',
          title: 'Windlass',
          hint: 'Lifts under load, clutch and pawl hold, deck switches and remote sealed, breaker in reach',
        },
      ]),
      ...section('Inside', [
        {
          id: '7db37e52-f4f3-406a-bdda-2149813d449a',
          title: 'Bilge',
          hint: 'Dry and clean, limber holes open, source of any water found; oil kept apart',
        },
        {
          id: 'bcae7652-9899-4387-9e9f-a783d9dd0d9e',
          title: 'Bulkheads, floors and tabbing',
          hint: 'Bonding whole, doors close square, no cracks in fillets, no fresh sealant',
        },
      ]),
    ],
  },
  {
    slug: 'rib-tubes',
    name: 'Tubes and console',
    applies_to: ['rib'],
    items: [
      ...section('Tubes', [
        {
          id: '4b330718-3cbb-40cf-ae21-2b9df99f51f7',
          title: 'Pressure',
          hint: 'Blown to working pressure, each chamber holds for 24 hours; each tested alone with its neighbours soft',
        },
        {
          id: 'fd1ddd1e-6db8-42eb-a8b1-d1bc2400ca48',
          title: 'Fabric',
          hint: 'No sticky or chalky surface, no worn-through weave, patches well bonded',
        },
        {
          id: 'd1d27a38-82e4-4474-afab-0fa0725dc5fd',
          title: 'Seams and end cones',
          hint: 'No lifting edges, glue not yellow and brittle; cones uncracked',
        },
        {
          id: 'c30d05a2-88b1-4f1a-b86a-6751d359645e',
          title: 'Valves',
          hint: 'Caps on, no bubbles with soapy water, relief valves open and close',
        },
        {
          id: '30dc5d02-16ae-4d8c-a383-869a9d960201',
          title: 'Hull-to-tube bond',
          hint: 'Whole along its length, inside and out; no daylight, no water between',
        },
        {
          id: '33f434f4-3934-4804-accf-ece72e30dc69',
          title: 'Rubbing strake and wear patches',
          hint: 'Bonded, not torn at the bow and where it lies alongside',
        },
        {
          id: '43f9896b-1740-451b-b8c6-6c90fc87b3a3',
          title: 'Grab lines and handles',
          hint: 'Patches hold a full pull, lines not chafed',
        },
      ]),
      ...section('Deck and console', [
        {
          id: 'c0c1915e-31d9-4c1b-9594-d486f2ecf5b8',
          title: 'Console and seats',
          hint: 'Bolts tight, deck around them uncracked; shock-absorbing seats move and do not leak',
        },
        {
          id: '9b5068bf-d911-4a81-8fda-7741480e38bc',
          title: 'A-frame and mast',
          hint: 'Welds and feet sound, lights and aerials secure',
        },
        {
          id: '42668e9e-a09b-417e-a1ad-585bcb7023d7',
          title: 'Transom and towing eyes',
          hint: 'No cracks from engine or lifting eyes; backing plates dry; lifting strops in date',
        },
        {
          id: '29363532-4126-4d76-ac9c-4844353fb5be',
          title: 'Self-bailer and elephant trunks',
          hint: 'Open, close and lift as they should; no trapped grit',
        },
        {
          id: '2db601ba-2038-4eb3-a94d-b5881e448699',
          title: 'Fuel tank and locker',
          hint: 'Tank strapped down, vent clear, no smell of fuel under the deck',
        },
      ]),
    ],
  },
  {
    slug: 'rigging-sails',
    name: 'Rig and sails',
    applies_to: SAIL,
    items: [
      ...section('Standing rigging', [
        {
          id: '49de4e89-3302-4210-a611-15ad6cde0f6b',
          title: 'Age and records',
          hint: "Year of wire or rod; many insurers ask for renewal after 10 to 15 years or a rigger's report",
        },
        {
          id: 'be5448cc-373b-4bc7-aa6d-b24042ca0a1f',
          title: 'Terminals and swages',
          hint: 'No hairline cracks, rust bleeding or banana shape; a magnifier or dye where in doubt',
        },
        {
          id: '52c645e9-135f-481b-87b0-8258f7700982',
          title: 'Wire or rod',
          hint: 'No broken strands, run a cloth along it; no kinks, no pitting where it enters the terminal',
        },
        {
          id: 'b24c99eb-d201-4b4c-b781-59c612e605e1',
          title: 'Turnbuckles and toggles',
          hint: 'Straight, toggled both ways, threads covered enough, split pins in and taped',
        },
        {
          id: '7f0d1a18-946b-41d1-a75c-0bbf436bc9f1',
          title: 'Chainplates',
          hint: 'No movement, weeping sealant or rust below deck; bulkhead and bolts behind them sound',
        },
        {
          id: '993d9c2c-e8f9-4d29-9297-f6cf20f4d7ad',
          title: 'Tension',
          hint: 'Even from side to side, lee shrouds firm when sailing hard; mast straight athwartships',
        },
      ]),
      ...section('Mast and boom', [
        {
          id: 'b958c5f9-e2a9-4af6-95c9-82c79d56de7a',
          title: 'Mast step and partners',
          hint: 'No corrosion at the foot, no crushed deck; wedges, collar and drain hole',
        },
        {
          id: '411442ba-f56d-45d4-b980-39f8233c9a8f',
          title: 'Spreaders and roots',
          hint: 'Equal angles, tips booted, roots and through-bars uncracked',
        },
        {
          id: 'e381abc8-1df3-4d01-9aca-43fdcaca220c',
          title: 'Masthead',
          hint: 'Sheaves turn, pins not worn oval, crane and forestay fitting uncracked; aerials, lights and wind gear',
        },
        {
          id: '01959501-2d80-4fd4-8768-590cc3ce3b73',
          title: 'Gooseneck, vang and boom',
          hint: 'Pins and bushes without play, rivets tight, no cracks at the vang fitting; reefing sheaves turn',
        },
      ]),
      ...section('Running rigging', [
        {
          id: '17141dcb-dd44-41fb-9a87-9c2bd4e21cb5',
          title: 'Halyards',
          hint: 'No chafe at sheaves and jammers, cover not slipping; shackles close',
        },
        {
          id: '52549c67-4561-40ac-a0fa-d1a788a1c0d8',
          title: 'Sheets, reefing and control lines',
          hint: 'Worn parts turned end for end or renewed; blocks turn under load',
        },
        {
          id: 'ba054aac-cff8-4af9-8519-4d63fd339948',
          title: 'Winches and jammers',
          hint: 'Pawls click, serviced within two years, self-tailers grip, jammers hold',
        },
        {
          id: 'd49a5f05-3bf4-4909-8d59-3bba2e5c6c89',
          title: 'Furler and foil',
          hint: 'Turns freely under load, halyard angle right, foil joints and screws tight, drum bearings',
        },
      ]),
      ...section('Sails', [
        {
          id: '0a4639d2-5d56-43db-ac84-788c275ce1e0',
          title: 'Sailcloth',
          hint: 'No thin or brittle places along leech and reefs, delamination, mildew; hold it to the light',
        },
        {
          id: 'd679d39f-a2fa-473d-9e55-bced74eae4f5',
          title: 'Seams, batten pockets and slides',
          hint: 'Stitching not chalky from sun, UV strip whole, slides and hanks sound',
        },
        {
          id: 'f389272c-a1b7-4444-ba50-f18f3ce35634',
          title: 'Storm sails',
          hint: 'On board, tried for fit, sheeting points and inner stay ready',
        },
      ]),
    ],
  },
  {
    slug: 'electrical',
    name: 'Electrical systems',
    applies_to: ALL,
    items: [
      ...section('Batteries', [
        {
          id: '96afeeac-dffc-4d46-ba7a-c6280e7e5a99',
          title: 'Batteries',
          hint: 'Age, strapped down, terminals clean and covered; case not bulged; electrolyte topped up where it can be',
        },
        {
          id: 'fb29bf91-da99-4b54-a52a-2f1d0a46d703',
          title: 'Load test',
          hint: 'Rested voltage and a test under load, each battery alone; readings noted',
        },
        {
          id: 'dfe42cc2-00d3-4652-9618-b6d1800a0ca9',
          title: 'Lithium batteries',
          hint: 'Management system reports no fault, charge sources set to its profile, fuse of high breaking capacity',
        },
        {
          id: '929c231a-779e-4df0-90b7-675113b78d91',
          title: 'Isolators and main fuses',
          hint: 'Fuse close to each battery, isolators turn and cool under load, labelled',
        },
      ]),
      ...section('Charging', [
        {
          id: 'dbdcbb94-4261-4398-816a-5f5111738c0d',
          title: 'Alternator',
          hint: '13.8 to 14.6 V for 12 V lead-acid at fast idle, belt and bracket sound, no heat at the terminals',
        },
        {
          id: '6a92bed2-1bea-4c34-a4cf-7ae61140cda9',
          title: 'Shore charger and inverter',
          hint: 'Right profile, ventilated, fans run, earth bonded',
        },
        {
          id: '9b406436-bea6-48b3-b789-cf520983a3ae',
          title: 'Solar and wind',
          hint: 'Panels clean and fast, controller shows charge, fuses on the battery side',
        },
      ]),
      ...section('Shore power', [
        {
          id: '9c70843f-6493-431f-abf6-a0039f2e4899',
          title: 'Shore inlet and cable',
          hint: 'No scorch marks, cap closes, cable uncut and of the right size',
        },
        {
          id: '1d539b78-628a-4636-bb8a-4c2b316a6fb1',
          title: 'Residual current device',
          hint: 'Trips on its test button and with a tester; polarity indicator right',
        },
        {
          id: '33a9016e-1916-41a0-a835-926286f8f3dc',
          title: 'Galvanic isolator or transformer',
          hint: 'Fitted, status normal; corrosion potential measured where anodes waste fast',
        },
      ]),
      ...section('Wiring', [
        {
          id: 'ff214242-2795-49b5-a514-769140e94f65',
          title: 'Switch panel',
          hint: 'Breakers sized to their wire, labelled, no heat or smell under load',
        },
        {
          id: '6b79adf4-c644-4966-9eea-3808afd4c248',
          title: 'Cables',
          hint: 'Tinned where wet, supported, no chafe at bulkheads, no household connectors or open twisted joints',
        },
        {
          id: '02e7400d-99ec-43c2-8f23-44ebfa033b8e',
          title: 'Bonding and lightning protection',
          hint: 'Straps unbroken, connections bright, low resistance to the earth plate',
        },
      ]),
      ...section('Consumers', [
        {
          id: '60e1c3ef-3dad-4f24-abdc-fce55f9f1c27',
          title: 'Navigation lights',
          hint: 'All lit, right colours and arcs, spare bulbs; anchor light from deck level',
        },
        {
          id: '4931a34d-988b-4954-80ac-f2f876d709c5',
          title: 'Bilge pump circuit',
          hint: 'Works with the main switch off, float switch lifts it, alarm sounds, fuse right',
        },
        {
          id: '4c2ecc6e-359f-4d7f-b1fa-0a2ccb05c63c',
          title: 'Network and instruments',
          hint: 'NMEA 2000 backbone ended at both ends; depth, wind, log and GPS agree with the world',
        },
        {
          id: '82480d36-d1ad-4c4d-b7d3-e0f526a68988',
          title: 'Radio and AIS',
          hint: 'Radio check, MMSI programmed, aerial connectors dry; own AIS seen by another',
        },
      ]),
    ],
  },
  {
    slug: 'plumbing-gas',
    name: 'Seacocks, plumbing and gas',
    applies_to: ALL_BUT_RIB,
    items: [
      ...section('Through-hulls', [
        {
          id: '529eaa96-d81e-4334-8925-32f4f797d465',
          title: 'Seacocks',
          hint: 'Each opened and closed; pink or crumbling metal means dezincification; handle not seized',
        },
        {
          id: '7d9de2c7-8588-4972-b054-336394e3118f',
          title: 'Skin fittings and hoses',
          hint: 'Tapped with a hammer, double clamped where possible, hose not cracked or soft',
        },
        {
          id: '7125de12-00c8-47b9-9f66-a05fee5d5bfa',
          title: 'Softwood bungs',
          hint: 'One of the right size tied at each seacock',
        },
        {
          id: '8ed6ba33-8c12-48af-b19f-c2786a759083',
          title: 'Log and depth transducers',
          hint: 'Blanking plug on board, flap valve works, no weeping at the collar',
        },
      ]),
      ...section('Water', [
        {
          id: 'c94d9cf2-0e06-403e-8ee0-7cbcc015a232',
          title: 'Fresh water tank and pump',
          hint: 'No smell or growth, pump stops when taps close, filter clean; last disinfection',
        },
        {
          id: 'd0540cea-a45c-4b26-aa90-a14d152dda72',
          title: 'Hot water',
          hint: 'Pressure relief valve drips only when heating, hoses to the engine sound, element and its switch',
        },
        {
          id: '5a3ab14a-aaff-47e3-872e-3d71039b80da',
          title: 'Watermaker',
          hint: 'Membrane pickled or in use, product quality measured, high-pressure hoses dry',
        },
      ]),
      ...section('Heads and waste', [
        {
          id: 'ff2269de-9af8-4c8b-991e-14852109843a',
          title: 'Toilet',
          hint: 'Pump seals, joker valve, no leaks at the base; anti-siphon loop above the waterline at all heel',
        },
        {
          id: 'cd6e3163-82f9-4f94-a7ba-55e3eacda097',
          title: 'Holding tank',
          hint: 'Vent clear, gauge tells the truth, diverter labelled and lockable, pump-out cap seals',
        },
      ]),
      ...section('Bilge pumps', [
        {
          id: 'f8898e3c-2edf-4b7b-955a-889ed23442cf',
          title: 'Electric bilge pumps',
          hint: 'Strainer clean, lifts a bucket in the stated time, outlet above the heeled waterline',
        },
        {
          id: '0c797280-6435-4682-86d0-c80af4ccd33e',
          title: 'Hand bilge pump',
          hint: 'Diaphragm supple, handle at hand and tied on, can be worked with the hatches shut',
        },
      ]),
      ...section('Gas', [
        {
          id: 'f322be52-dd29-4a65-8a63-6ab5ed9c4ce5',
          title: 'Bottle locker',
          hint: 'Tight to the inside, drains overboard above the waterline, bottles upright and strapped',
        },
        {
          id: '4db314dd-8c80-48d0-8bf3-0355a7a6344a',
          title: 'Regulator and hoses',
          hint: 'Date on hose and regulator within the national limit, commonly five to ten years; no cracks when bent',
        },
        {
          id: '87f071ac-573a-4fff-a391-dcb731934a45',
          title: 'Leak test',
          hint: 'Bubble tester or pressure gauge holds for the time in the rules; test certificate in date',
        },
        {
          id: '4bb2b3ef-5297-42af-af87-ba33cd7d779c',
          title: 'Cooker and flame failure',
          hint: 'Valves shut the gas within a minute when blown out; gimbals, fiddles and lock; shut-off in reach',
        },
        {
          id: '50be4073-ba01-4353-9dc5-cd5bf3ccb115',
          title: 'Heater',
          hint: 'Exhaust lagged and gas-tight, intake apart from it, carbon monoxide alarm works',
        },
      ]),
    ],
  },
  {
    slug: 'safety',
    name: 'Safety equipment',
    applies_to: ALL,
    items: [
      ...section('Flotation', [
        {
          id: 'f5ca304a-a344-418a-98c8-21424cce60e7',
          title: 'Lifejackets',
          hint: 'One for each person and size; bladder holds overnight, cylinder weighed and tight, firing head in date',
        },
        {
          id: '420655e0-ed82-46e9-afae-7eb4c6dd3b28',
          title: 'Harnesses, tethers and jackstays',
          hint: 'Stitching whole, overload flag not shown, webbing not stiff from sun; strong points backed',
        },
        {
          id: '00101d89-fbc2-44d2-81ce-efb1105dde63',
          title: 'Life raft',
          hint: 'Service date, hydrostatic release in date, painter made fast, reached without tools',
        },
        {
          id: '452fc808-8fcc-4c15-8b0a-94d0f03bd935',
          title: 'Lifebuoy, light and sling',
          hint: 'Thrown without untangling; light comes on; name of the vessel on it',
        },
      ]),
      ...section('Distress', [
        {
          id: '44eca4a2-6435-4412-abbe-90d2b2b97872',
          title: 'Flares or electronic light',
          hint: 'Dates, kept dry and in reach; expired ones handed in',
        },
        {
          id: '9c6babf1-ee29-4928-bb93-7abbec019a47',
          title: 'EPIRB and PLB',
          hint: 'Battery and release dates, self-test, registered to this vessel and these contacts',
        },
        {
          id: '7cc309b2-8fbe-4ace-970c-fd055370a982',
          title: 'VHF and DSC',
          hint: 'Distress procedure posted, spare aerial, handheld charged',
        },
        {
          id: '69df25a0-64cb-4026-9a4d-d9adb4fce1c3',
          title: 'Horn, bell, shapes and reflector',
          hint: 'Horn sounds, ball and cone on board, reflector mounted',
        },
      ]),
      ...section('Fire', [
        {
          id: '1d13d53d-c89b-4d43-b639-4beaa435e09d',
          title: 'Extinguishers',
          hint: 'Number, size and class as required; gauge in the green, service date, near exits and galley',
        },
        {
          id: '875b2a80-2cee-4c19-8f21-125a4daf228a',
          title: 'Engine space fire system',
          hint: 'Bottle weight or pressure, nozzle clear, manual pull works, fire port for a hand extinguisher',
        },
        {
          id: 'ace6c03b-50af-48fb-b22b-a1ca715a6057',
          title: 'Fire blanket',
          hint: 'Hung where it can be reached past a burning stove',
        },
        {
          id: '019fd7ee-2bf4-4637-a6cc-102adf37a552',
          title: 'Gas, smoke and carbon monoxide alarms',
          hint: 'Each tested, sensor within its life, heard in the berths',
        },
      ]),
      ...section('Man overboard and medical', [
        {
          id: '8ec7460f-ebe5-44f8-8c3f-06ad5f3a722b',
          title: 'Recovery',
          hint: 'Means to lift a person from the water on board and tried; ladder can be lowered from the water',
        },
        {
          id: '849a049e-1057-4766-afe9-7d34c8cdbbc7',
          title: 'First aid kit',
          hint: "In date, for the crew and the distance to help; seasickness tablets; owner's own medicines",
        },
      ]),
      ...section('Papers and navigation', [
        {
          id: '41a6ce4e-6960-433b-8e5d-12857dc5cf79',
          title: 'Charts and lights lists',
          hint: 'Corrected charts on paper or a second device for these waters; compass lit, deviation known',
        },
        {
          id: '7f4f298c-ebb7-4d29-924a-54218430981a',
          title: 'Papers',
          hint: 'Registration, insurance, radio licence, and a stability or conformity plate that matches the hull',
        },
        {
          id: 'f74c938c-8686-44c7-928f-043f5256f779',
          title: 'Emergency steering and tools',
          hint: 'Tools, cutters for the rig, tape, wooden plugs, spare impeller and belt in one known place',
        },
      ]),
    ],
  },
]
