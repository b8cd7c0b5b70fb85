import type { ChecklistTexts } from './checklist-texts.ts'

/** The checklists in German: names by slug, sections by their English name, points by their id. */
export const GERMAN: ChecklistTexts = {
  names: {
    'engine-diesel': 'Motor, Einbaudiesel',
    outboard: 'Außenbordmotor',
    'drive-steering': 'Antrieb und Steuerung',
    'hull-deck': 'Rumpf und Deck',
    'rib-tubes': 'Schläuche und Konsole',
    'rigging-sails': 'Rigg und Segel',
    electrical: 'Elektrik',
    'plumbing-gas': 'Seeventile, Wasser und Gas',
    safety: 'Sicherheitsausrüstung',
  },
  sections: {
    'Oil and fuel': 'Öl und Kraftstoff',
    Cooling: 'Kühlung',
    Exhaust: 'Auspuff',
    'Mounting and running': 'Lagerung und Lauf',
    Powerhead: 'Motorkopf',
    'Gearcase and bracket': 'Getriebe und Halterung',
    Controls: 'Bedienung',
    'Shaft, sail drive or sterndrive': 'Welle, Saildrive oder Z-Antrieb',
    Propeller: 'Propeller',
    Steering: 'Ruderanlage',
    'Thrusters and tabs': 'Strahlruder und Trimmklappen',
    'Below the waterline': 'Unterwasserschiff',
    Topsides: 'Überwasserschiff',
    Deck: 'Deck',
    Anchoring: 'Ankergeschirr',
    Inside: 'Innen',
    Tubes: 'Schläuche',
    'Deck and console': 'Deck und Konsole',
    'Standing rigging': 'Stehendes Gut',
    'Mast and boom': 'Mast und Baum',
    'Running rigging': 'Laufendes Gut',
    Sails: 'Segel',
    Batteries: 'Batterien',
    Charging: 'Ladung',
    'Shore power': 'Landstrom',
    Wiring: 'Verkabelung',
    Consumers: 'Verbraucher',
    'Through-hulls': 'Borddurchlässe',
    Water: 'Wasser',
    'Heads and waste': 'Toilette und Abwasser',
    'Bilge pumps': 'Lenzpumpen',
    Gas: 'Gas',
    Flotation: 'Auftrieb und Sicherung',
    Distress: 'Seenot',
    Fire: 'Feuer',
    'Man overboard and medical': 'Mensch über Bord und Medizin',
    'Papers and navigation': 'Papiere und Navigation',
  },
  points: {
    'f4f49efd-dd58-45ea-a6ad-0faf80c93beb': {
      title: 'Motoröl',
      hint: 'Stand, Farbe und Gefühl am Peilstab: milchig heißt Wasser, dünn und nach Diesel riechend eine undichte Einspritzdüse; Datum und Stunden des letzten Wechsels',
    },
    '6ad8dcbc-c8db-461d-89c6-ef609edded1a': {
      title: 'Ölverlust',
      hint: 'Hinterer Wellendichtring, Ventildeckel, Schläuche des Ölkühlers, Ölwanne darunter trocken und sauber',
    },
    'ea14e64c-a4e7-4b32-887d-bf78a7d387b4': {
      title: 'Vorfilter und Wasserabscheider',
      hint: 'Schauglas klar, kein Wasser, kein schwarzer Belag; Alter des Einsatzes; Ersatz an Bord',
    },
    'c816be1a-0471-4ebe-855d-3d9d2ea5e249': {
      title: 'Kraftstoffschläuche und Anschlüsse',
      hint: 'Feuerfester Schlauch (ISO 7840 oder gleichwertig), nicht rissig oder weich; nichts feucht an Förderpumpe, Filtern und Einspritzleitungen',
    },
    '492581f1-5322-492f-b405-af8ad00f58aa': {
      title: 'Kraftstofftank',
      hint: 'Sumpf entwässert, Entlüftung und Einfüllschlauch heil, Absperrhahn gängig und erreichbar',
    },
    '3d6516fc-e288-4176-a569-9150a0cbf7f8': {
      title: 'Impeller der Seewasserpumpe',
      hint: 'Alter, rissige oder verformte Flügel, Ersatz mit Dichtung an Bord; kein Tropfen aus der Kontrollbohrung',
    },
    '74824f79-9b23-4212-ab79-7ebbf6fa56fd': {
      title: 'Seewasserfilter',
      hint: 'Korb sauber, Deckeldichtung gut, keine Luft angesaugt; Seeventil daneben gängig',
    },
    'e882129d-4763-4690-ba80-7d59e0290f59': {
      title: 'Wärmetauscher und Anoden',
      hint: 'Anoden weniger als halb verbraucht; Endkappen trocken, kein grünes oder weißes Salz; letzte Entkalkung',
    },
    'f3bcd8aa-73e4-4a5c-ba49-c84c00cb800d': {
      title: 'Kühlmittel',
      hint: 'Stand, Farbe, Frostschutz gemessen; Alter nach Herstellerangabe; Deckel dichtet und hält Druck',
    },
    'a84a54ae-a13e-4de6-85fe-5cc94fcbd7e7': {
      title: 'Keilriemen',
      hint: 'Etwa 10 mm Durchhang in der Mitte, nicht verglast, keine Risse, kein schwarzer Staub; Ersatz an Bord',
    },
    'ac0cb564-da92-4ac1-bb8f-3049b225884e': {
      title: 'Auspuffkrümmer',
      hint: 'Roststreifen, Salz am Flansch, Ruß innen; wann zuletzt abgebaut oder ersetzt',
    },
    'c3fe2191-2511-4d70-8098-2833fe593343': {
      title: 'Auspuffschlauch und Wassersammler',
      hint: 'Doppelte Schellen, keine weichen oder verbrannten Stellen, Ablass dicht, kein Ruß im Motorraum',
    },
    '6ab754db-e51b-41de-8594-0b221bf3c030': {
      title: 'Belüftungsventil',
      hint: 'Vorhanden, wo die Einspritzung unter der Wasserlinie liegt; Ventil sauber, spritzt nicht',
    },
    '54f5241e-808b-4218-93a6-0fcfbaf0c73a': {
      title: 'Motorlager und Fundament',
      hint: 'Gummi nicht gerissen oder ölig, Muttern fest, kein Reibrost; Fundament und Anlaminierung ohne Risse',
    },
    'f867be1e-1d01-4963-ada8-ade5ad99f61e': {
      title: 'Getriebe',
      hint: 'Ölstand und Farbe, kein verbrannter Geruch; schaltet voraus und zurück ohne Schlag und Verzug',
    },
    'b917410f-e11f-4204-8f6d-a0c2b58314d7': {
      title: 'Schaltung und Stopp',
      hint: 'Züge für Gas und Schaltung leichtgängig, ohne Spiel an den Enden; Stopp vom Steuerstand aus',
    },
    'cad313a4-9833-4cbc-9558-f862bba2ab86': {
      title: 'Kaltstart und Rauch',
      hint: 'Springt in Sekunden an; Rauch verschwindet: weiß ist Wasser oder unverbrannter Kraftstoff, blau Öl, schwarz Überlast',
    },
    '8a5e1f14-6829-4ab2-bae4-35b1d51674c2': {
      title: 'Unter Last',
      hint: 'Erreicht die Nenndrehzahl; Öldruck, Temperatur und Ladung nach 20 Minuten in den Grenzen des Herstellers',
    },
    '522b3783-8371-4b02-9358-c770a5bafc59': {
      title: 'Anzeigen, Alarme und Stundenzähler',
      hint: 'Summer bei Zündung ein; Alarme für Öldruck und Temperatur geprüft; Stundenzähler zählt',
    },
    'e362ab52-c25c-41bc-b6a9-39ba65fa416f': {
      title: 'Motoröl oder Öltank',
      hint: 'Viertakter: Stand und Farbe, kein Kraftstoff oder Wasser darin. Zweitakter: Tank voll, Alarm der Schmierung geht',
    },
    '5a0cb0a8-cd1d-43ed-90bb-e775acc18e4c': {
      title: 'Kraftstofffilter und Wasserabscheider',
      hint: 'Kein Wasser im Glas, Einsatz nicht überaltert, Ablass dicht',
    },
    '0b9ac50b-3092-4d3b-b3b6-3eeb985e3589': {
      title: 'Kraftstoffschlauch, Pumpball und Kupplungen',
      hint: 'Ball wird fest und bleibt es; Schlauch nicht hart oder rissig; O-Ringe heil',
    },
    '73d8caea-0ed6-4060-8b77-bfa699b366f8': {
      title: 'Zündkerzen',
      hint: 'Gleiche Farbe an allen Zylindern, Abstand richtig, Gewinde und Stecker ohne Korrosion',
    },
    '2be543e7-da93-47cc-bda1-5001192d2656': {
      title: 'Haube und Kabel',
      hint: 'Dichtung und Verschluss halten; kein scheuernder Kabelbaum, keine grünen Klemmen, keine Salzkruste',
    },
    '1973d643-fa57-48f9-8f01-7899c43402ef': {
      title: 'Kompression und Fehlerspeicher',
      hint: 'Zylinder innerhalb von 10 %; gespeicherte Fehler und Stunden ausgelesen, wo es geht',
    },
    '60cfcfea-1dbe-44f3-8f07-51d6b30dfc7b': {
      title: 'Kontrollstrahl und Wasserpumpe',
      hint: 'Kräftiger, gleichmäßiger Strahl im Leerlauf; Alter des Impellers, Gehäuse und Passfeder',
    },
    '05d6401a-d02b-4a76-a7a4-bdf2bc8f78c5': {
      title: 'Thermostat und Spülung',
      hint: 'Erreicht und hält die Temperatur; nach Salzwasser mit Süßwasser gespült',
    },
    '979de5ef-a50b-4a46-a58a-f2b68868ee90': {
      title: 'Getriebeöl',
      hint: 'Stand; nicht milchig, kein Metall am Magneten; Dichtringe der Schrauben erneuert',
    },
    'a559ef4d-679d-49be-86fc-ff5790c1518e': {
      title: 'Propeller und Welle',
      hint: 'Keine verbogenen Flügel, Nabe rutscht nicht, keine Angelschnur hinter der Scheibe, Mutter gesichert',
    },
    '6d74f82f-93ad-442a-a316-017a2b0ea418': {
      title: 'Anoden',
      hint: 'An Getriebe, Halterung und Trimmflosse: weniger als halb verbraucht, nicht überstrichen',
    },
    '37011333-d8de-4a59-98b6-1c8ea98216f1': {
      title: 'Trimm und Kippen',
      hint: 'Voller Weg, sackt nicht ab, Zylinder trocken, Behälter gefüllt, Sperre hält zum Trailern',
    },
    '7d5dd910-ad35-4e2c-acfa-723262beaa52': {
      title: 'Spiegelbolzen und Klemmen',
      hint: 'Bolzen fest und abgedichtet, keine Risse oder Druckstellen; Sicherungskette an kleinen Motoren',
    },
    'b98ef58c-8581-4dbd-8f0d-a42354b38829': {
      title: 'Quickstopp',
      hint: 'Motor steht sofort, wenn gezogen wird; Ersatzleine an Bord',
    },
    'e3d25866-e658-4535-80e5-bcaf2a932e9c': {
      title: 'Gas, Schaltung und Startsperre',
      hint: 'Leichtgängig, ohne Spiel; startet nicht mit eingelegtem Gang',
    },
    '9a3612d8-3332-407a-8619-e5dc36b933d6': {
      title: 'Alarme',
      hint: 'Summer für Temperatur und Öl bei Zündung ein zu hören',
    },
    '62ffb6a0-0aa9-48ad-af13-fb5734a2f6f5': {
      title: 'Stopfbuchse oder Wellendichtung',
      hint: 'Tropft, wie der Hersteller es vorsieht, Balg geschmeidig und nicht überaltert, Schellen gut, Fettpresse gefüllt',
    },
    'bd2ab29d-36ea-453f-952f-e0391c7d7537': {
      title: 'Welle und Kupplung',
      hint: 'Gerade, an der Dichtung nicht narbig; Kupplungsbolzen fest und gesichert; elastisches Element ohne Risse',
    },
    '2a859883-11ae-461e-93f8-7bae916de223': {
      title: 'Wellenlager',
      hint: 'Spiel von Hand unter einem Millimeter; Gummi nicht gerissen, Bolzen des Wellenbocks fest',
    },
    '1f3d40b1-f29d-4c9f-8755-3490cad46973': {
      title: 'Saildrive-Manschette',
      hint: 'Alter nach Herstellergrenze, meist sieben Jahre; Wassermelder geprüft',
    },
    '7a19ffeb-c68b-4423-8750-2d5bf60f56bd': {
      title: 'Bälge und Gelenk des Z-Antriebs',
      hint: 'Keine Risse, kein Wasser in den Bälgen, Gelenklager leise über den ganzen Einschlag; Trimmzylinder trocken',
    },
    '88b68b4a-38e1-4b3d-91a9-f3181b509e9c': {
      title: 'Getriebeöl des Antriebs',
      hint: 'Stand, kein Wasser oder Metall; Datum des letzten Wechsels',
    },
    '2e031b08-285f-4e3d-9332-d4f916256b75': {
      title: 'Propeller',
      hint: 'Flügel gerade, keine rosa entzinkten Kanten; Mutter und Keil fest; Falt- oder Drehflügel gefettet und frei',
    },
    '16eee08a-ed47-4083-ba96-2711a3458348': {
      title: 'Anoden des Antriebs',
      hint: 'An Welle, Propeller und Antrieb weniger als halb verbraucht, darunter blankes Metall, richtige Legierung fürs Revier',
    },
    '20c1d77c-b622-4617-ad5e-4f6fddf0daec': {
      title: 'Leinenschneider',
      hint: 'Scharf, fest, eigene Anode und Distanzstück vorhanden',
    },
    'ad98be31-8eb8-4bbf-b35f-2d813bfd3175': {
      title: 'Ruder und Lager',
      hint: 'Spiel an der Spitze, keine nassen Risse oder braunen Fahnen, bewegt sich ohne schwere Stellen',
    },
    'fdc9183b-7214-4eaa-a509-b492d1127e82': {
      title: 'Ruderschaft und Quadrant',
      hint: 'Am Lager nicht eingelaufen, Keil und Klemmbolzen fest, Anschläge heil',
    },
    '61e28e41-4214-4675-b32c-003180170da7': {
      title: 'Seile, Kette und Umlenkrollen',
      hint: 'Keine gebrochenen Drähte, gleichmäßige Spannung, Rollen in der Flucht, Klemmen doppelt',
    },
    'eaa0e2d2-7d19-4144-988b-08448888cab5': {
      title: 'Hydrauliksteuerung',
      hint: 'Ölstand, keine Leckage an Pumpe oder Zylinder, keine Luft im Rad',
    },
    '0a99ea36-f46a-4806-a203-6f9f3472d5cd': {
      title: 'Autopilot',
      hint: 'Antrieb fest verschraubt, hält den Kurs, lässt sich sofort von Hand lösen',
    },
    '00f5360f-f510-40ba-a43b-af633cee225d': {
      title: 'Notpinne',
      hint: 'An Bord, passt, wurde probiert; ein Mensch kann damit steuern',
    },
    'd5b8e85e-028b-4c27-b776-e1664ac451bf': {
      title: 'Bug- und Heckstrahlruder',
      hint: 'Läuft unter Last in beide Richtungen, Tunnel und Flügel sauber, Anode, Trennschalter und Batteriespannung',
    },
    '138589a8-8383-4cdc-9a3a-db81599972fc': {
      title: 'Trimmklappen',
      hint: 'Beide über den ganzen Weg, Scharniere und Zylinder fest, Anoden',
    },
    '2e386349-9ff7-41ae-ad59-a49589c84a0f': {
      title: 'Antifouling und Beschichtung',
      hint: 'Abblättern, kahle Stellen, dicke Schichten; Datum und Produkt des letzten Anstrichs',
    },
    'd4f25bd8-da9e-4780-8b02-a82a0a5cbc22': {
      title: 'Blasen und Feuchte',
      hint: 'Blasen geöffnet und fotografiert; Messwerte mit Tagen an Land notiert; Stahl: Dicke; Holz: weiche Stellen',
    },
    '91b4c8d6-67bb-4a12-b537-d28123a2a31b': {
      title: 'Kielfuge und Kielbolzen',
      hint: 'Fuge geschlossen, kein austretender Rost; Bolzen und Scheiben in der Bilge gesund',
    },
    '355c9b6e-0269-40ea-bfb3-4ede51334fc5': {
      title: 'Schäden von Grundberührung',
      hint: 'Vorder- und Hinterkante des Kiels, Wrangen und Spanten dahinter; frischer Spachtel oder Risse',
    },
    '85e5c653-f81f-4f9e-8422-cfd8ab603839': {
      title: 'Rumpfanoden',
      hint: 'Weniger als halb verbraucht, leitend verbunden, nicht überstrichen; Erdungsplatte sauber',
    },
    '817681ea-db13-461b-92b5-3f676f69ea81': {
      title: 'Gelcoat oder Lack',
      hint: 'Haarrisse, Sternrisse, Reparaturen, die im Streiflicht zu sehen sind',
    },
    'f8c29db3-cd97-4fe5-9edf-c7769569d4c0': {
      title: 'Scheuerleiste und Rumpf-Deck-Verbindung',
      hint: 'Verschraubung fest, Dichtmasse heil, innen keine Spuren unter der Verbindung',
    },
    '25f6d399-075d-428d-bde2-688d47fdd0a4': {
      title: 'Fenster, Bullaugen und Luken',
      hint: 'Keine Haarrisse, Dichtungen geschmeidig, Verschlüsse halten; dicht unter dem Schlauch',
    },
    'c5bde887-c9e9-407a-816c-41864caf2e5b': {
      title: 'Deckskern',
      hint: 'Um Beschläge mit dem Hammer abgeklopft; keine weichen, dumpfen oder federnden Stellen',
    },
    'd7562aec-e399-4e9a-85f4-bc8cb410b05c': {
      title: 'Teak oder Antirutschbelag',
      hint: 'Fugen heil, keine hochstehenden Kanten, Pfropfen drin, griffig bei Nässe',
    },
    'fc7193f4-3cce-4b06-97fb-05b3acc8ac73': {
      title: 'Klampen, Poller und Lippen',
      hint: 'Mit Gegenplatten, Bolzen fest, keine Risse, keine Scheuerkanten',
    },
    'c8a7c0a2-b7fa-4b45-ba44-d6da76a181e5': {
      title: 'Relingstützen, Relingdraht und Körbe',
      hint: 'Füße bewegen sich nicht, Drähte und Terminals gesund, Bolzen gesichert, Durchgänge schließen',
    },
    'd640ceaa-cfdd-4c82-8a95-c1027abec701': {
      title: 'Lenzer und Speigatten',
      hint: 'Laufen mit einem Eimer Wasser frei ab, Schläuche und Schellen gut',
    },
    'b14f7cd7-ec36-47af-a765-785197bfd2e5': {
      title: 'Badeleiter',
      hint: 'Aus dem Wasser erreichbar und herabzulassen, Stufen halten',
    },
    '5a8833c4-6233-4b74-b8db-0fd86af7442b': {
      title: 'Anker, Kette und Schäkel',
      hint: 'Richtige Größe, Verzinkung, Wirbel und Schäkel gesichert; Ende mit einer Leine fest, die sich kappen lässt',
    },
    '5216effe-44f1-4b89-8df6-ca7f0180adf5': {
      title: 'Ankerwinde',
      hint: 'Hebt unter Last, Kupplung und Pall halten, Deckschalter und Fernbedienung dicht, Sicherung in Reichweite',
    },
    '7db37e52-f4f3-406a-bdda-2149813d449a': {
      title: 'Bilge',
      hint: 'Trocken und sauber, Wasserlöcher offen, Herkunft von Wasser bekannt; Öl getrennt gehalten',
    },
    'bcae7652-9899-4387-9e9f-a783d9dd0d9e': {
      title: 'Schotten, Bodenwrangen und Anlaminierung',
      hint: 'Verbindung heil, Türen schließen rechtwinklig, keine Risse in den Kehlen, keine frische Dichtmasse',
    },
    '4b330718-3cbb-40cf-ae21-2b9df99f51f7': {
      title: 'Druck',
      hint: 'Auf Betriebsdruck, jede Kammer hält 24 Stunden; jede für sich geprüft, mit weichen Nachbarn',
    },
    'fd1ddd1e-6db8-42eb-a8b1-d1bc2400ca48': {
      title: 'Gewebe',
      hint: 'Nicht klebrig oder kreidend, nirgends bis aufs Gewebe durch, Flicken gut verklebt',
    },
    'd1d27a38-82e4-4474-afab-0fa0725dc5fd': {
      title: 'Nähte und Endkegel',
      hint: 'Keine abhebenden Kanten, Kleber nicht gelb und spröde; Kegel ohne Risse',
    },
    'c30d05a2-88b1-4f1a-b86a-6751d359645e': {
      title: 'Ventile',
      hint: 'Kappen drauf, keine Blasen mit Seifenwasser, Überdruckventile öffnen und schließen',
    },
    '30dc5d02-16ae-4d8c-a383-869a9d960201': {
      title: 'Verbindung von Rumpf und Schlauch',
      hint: 'Auf ganzer Länge heil, innen und außen; kein Licht, kein Wasser dazwischen',
    },
    '33f434f4-3934-4804-accf-ece72e30dc69': {
      title: 'Scheuerleiste und Verstärkungen',
      hint: 'Verklebt, am Bug und an den Anlegestellen nicht gerissen',
    },
    '43f9896b-1740-451b-b8c6-6c90fc87b3a3': {
      title: 'Griffleinen und Griffe',
      hint: 'Flicken halten vollen Zug, Leinen nicht durchgescheuert',
    },
    'c0c1915e-31d9-4c1b-9594-d486f2ecf5b8': {
      title: 'Konsole und Sitze',
      hint: 'Bolzen fest, Deck darum ohne Risse; gefederte Sitze bewegen sich und sind dicht',
    },
    '9b5068bf-d911-4a81-8fda-7741480e38bc': {
      title: 'Geräteträger und Mast',
      hint: 'Schweißnähte und Füße gesund, Lichter und Antennen fest',
    },
    '42668e9e-a09b-417e-a1ad-585bcb7023d7': {
      title: 'Spiegel und Zugösen',
      hint: 'Keine Risse von Motor oder Hebeösen; Gegenplatten trocken; Hebegurte nicht überaltert',
    },
    '29363532-4126-4d76-ac9c-4844353fb5be': {
      title: 'Selbstlenzer und Lenzschläuche',
      hint: 'Öffnen, schließen und heben, wie sie sollen; kein Sand eingeklemmt',
    },
    '2db601ba-2038-4eb3-a94d-b5881e448699': {
      title: 'Kraftstofftank und Stauraum',
      hint: 'Tank verzurrt, Entlüftung frei, kein Kraftstoffgeruch unter Deck',
    },
    '49de4e89-3302-4210-a611-15ad6cde0f6b': {
      title: 'Alter und Nachweise',
      hint: 'Baujahr von Draht oder Rod; viele Versicherer verlangen nach 10 bis 15 Jahren Ersatz oder ein Gutachten',
    },
    'be5448cc-373b-4bc7-aa6d-b24042ca0a1f': {
      title: 'Terminals und Pressungen',
      hint: 'Keine Haarrisse, Rostfahnen oder Bananenform; im Zweifel Lupe oder Farbeindringprüfung',
    },
    '52c645e9-135f-481b-87b0-8258f7700982': {
      title: 'Draht oder Rod',
      hint: 'Keine gebrochenen Drähte, mit einem Tuch entlangfahren; keine Knicke, kein Lochfraß am Terminal',
    },
    'b24c99eb-d201-4b4c-b781-59c612e605e1': {
      title: 'Wantenspanner und Toggles',
      hint: 'Gerade, in beide Richtungen beweglich, genug Gewinde, Splinte drin und abgeklebt',
    },
    '7f0d1a18-946b-41d1-a75c-0bbf436bc9f1': {
      title: 'Püttings',
      hint: 'Keine Bewegung, keine undichte Fuge, kein Rost unter Deck; Schott und Bolzen dahinter gesund',
    },
    '993d9c2c-e8f9-4d29-9297-f6cf20f4d7ad': {
      title: 'Spannung',
      hint: 'Beidseitig gleich, Leewanten fest bei hartem Wind; Mast quer gerade',
    },
    'b958c5f9-e2a9-4af6-95c9-82c79d56de7a': {
      title: 'Mastfuß und Mastdurchführung',
      hint: 'Keine Korrosion am Fuß, kein eingedrücktes Deck; Keile, Kragen und Wasserloch',
    },
    '411442ba-f56d-45d4-b980-39f8233c9a8f': {
      title: 'Salinge und Beschläge',
      hint: 'Gleiche Winkel, Enden geschützt, Beschläge und Durchgangsbolzen ohne Risse',
    },
    'e381abc8-1df3-4d01-9aca-43fdcaca220c': {
      title: 'Masttopp',
      hint: 'Rollen drehen, Achsen nicht oval, Beschlag und Vorstagaufnahme ohne Risse; Antennen, Lichter, Windgeber',
    },
    '01959501-2d80-4fd4-8768-590cc3ce3b73': {
      title: 'Lümmel, Niederholer und Baum',
      hint: 'Bolzen und Buchsen ohne Spiel, Nieten fest, keine Risse am Beschlag; Reffrollen drehen',
    },
    '17141dcb-dd44-41fb-9a87-9c2bd4e21cb5': {
      title: 'Fallen',
      hint: 'Kein Scheuern an Rollen und Klemmen, Mantel rutscht nicht; Schäkel schließen',
    },
    '52549c67-4561-40ac-a0fa-d1a788a1c0d8': {
      title: 'Schoten, Reff- und Trimmleinen',
      hint: 'Verschlissenes gewendet oder erneuert; Blöcke drehen unter Last',
    },
    'ba054aac-cff8-4af9-8519-4d63fd339948': {
      title: 'Winschen und Klemmen',
      hint: 'Sperrklinken klicken, in zwei Jahren gewartet, Selbstholer greifen, Klemmen halten',
    },
    'd49a5f05-3bf4-4909-8d59-3bba2e5c6c89': {
      title: 'Rollanlage und Profil',
      hint: 'Dreht leicht unter Last, Fallwinkel richtig, Profilstöße und Schrauben fest, Trommellager',
    },
    '0a4639d2-5d56-43db-ac84-788c275ce1e0': {
      title: 'Segeltuch',
      hint: 'Keine dünnen oder spröden Stellen an Liek und Reffs, keine Ablösung, kein Stock; gegen das Licht halten',
    },
    'd679d39f-a2fa-473d-9e55-bced74eae4f5': {
      title: 'Nähte, Lattentaschen und Rutscher',
      hint: 'Nähte nicht kreidig von der Sonne, UV-Schutz heil, Rutscher und Stagreiter gut',
    },
    'f389272c-a1b7-4444-ba50-f18f3ce35634': {
      title: 'Sturmsegel',
      hint: 'An Bord, Sitz probiert, Holepunkte und Kutterstag bereit',
    },
    '96afeeac-dffc-4d46-ba7a-c6280e7e5a99': {
      title: 'Batterien',
      hint: 'Alter, verzurrt, Pole sauber und abgedeckt; Gehäuse nicht gewölbt; Säure aufgefüllt, wo es geht',
    },
    'fb29bf91-da99-4b54-a52a-2f1d0a46d703': {
      title: 'Belastungstest',
      hint: 'Ruhespannung und Test unter Last, jede Batterie für sich; Werte notiert',
    },
    'dfe42cc2-00d3-4652-9618-b6d1800a0ca9': {
      title: 'Lithiumbatterien',
      hint: 'Batteriemanagement ohne Fehler, Ladequellen auf ihr Profil eingestellt, Sicherung mit hohem Schaltvermögen',
    },
    '929c231a-779e-4df0-90b7-675113b78d91': {
      title: 'Trennschalter und Hauptsicherungen',
      hint: 'Sicherung nah an jeder Batterie, Schalter gängig und unter Last kühl, beschriftet',
    },
    'dbdcbb94-4261-4398-816a-5f5111738c0d': {
      title: 'Lichtmaschine',
      hint: '13,8 bis 14,6 V bei 12-V-Bleibatterien und erhöhtem Leerlauf, Riemen und Halter gut, Klemmen nicht heiß',
    },
    '6a92bed2-1bea-4c34-a4cf-7ae61140cda9': {
      title: 'Ladegerät und Wechselrichter',
      hint: 'Richtiges Profil, belüftet, Lüfter laufen, geerdet',
    },
    '9b406436-bea6-48b3-b789-cf520983a3ae': {
      title: 'Solar und Wind',
      hint: 'Module sauber und fest, Regler zeigt Ladung, Sicherungen auf der Batterieseite',
    },
    '9c70843f-6493-431f-abf6-a0039f2e4899': {
      title: 'Landanschluss und Kabel',
      hint: 'Keine Schmorspuren, Klappe schließt, Kabel unbeschädigt und stark genug',
    },
    '1d539b78-628a-4636-bb8a-4c2b316a6fb1': {
      title: 'Fehlerstromschutzschalter',
      hint: 'Löst mit Prüftaste und Prüfgerät aus; Polaritätsanzeige richtig',
    },
    '33a9016e-1916-41a0-a835-926286f8f3dc': {
      title: 'Galvanischer Isolator oder Trenntrafo',
      hint: 'Vorhanden, Anzeige in Ordnung; Korrosionspotenzial gemessen, wo Anoden schnell schwinden',
    },
    'ff214242-2795-49b5-a514-769140e94f65': {
      title: 'Schalttafel',
      hint: 'Sicherungen zum Kabel passend, beschriftet, unter Last weder Wärme noch Geruch',
    },
    '6b79adf4-c644-4966-9eea-3808afd4c248': {
      title: 'Kabel',
      hint: 'Verzinnt, wo es feucht ist, befestigt, an Schotten nicht scheuernd, keine Lüsterklemmen oder offenen Verdrillungen',
    },
    '02e7400d-99ec-43c2-8f23-44ebfa033b8e': {
      title: 'Potenzialausgleich und Blitzschutz',
      hint: 'Bänder heil, Anschlüsse blank, geringer Widerstand zur Erdungsplatte',
    },
    '60e1c3ef-3dad-4f24-abdc-fce55f9f1c27': {
      title: 'Positionslichter',
      hint: 'Alle leuchten, richtige Farben und Winkel, Ersatzlampen; Ankerlicht vom Deck aus gesehen',
    },
    '4931a34d-988b-4954-80ac-f2f876d709c5': {
      title: 'Stromkreis der Lenzpumpe',
      hint: 'Geht bei ausgeschaltetem Hauptschalter, Schwimmer schaltet, Alarm ertönt, Sicherung richtig',
    },
    '4c2ecc6e-359f-4d7f-b1fa-0a2ccb05c63c': {
      title: 'Netzwerk und Instrumente',
      hint: 'NMEA 2000 an beiden Enden abgeschlossen; Tiefe, Wind, Logge und GPS stimmen mit der Welt überein',
    },
    '82480d36-d1ad-4c4d-b7d3-e0f526a68988': {
      title: 'Funk und AIS',
      hint: 'Funkprobe, MMSI programmiert, Antennenstecker trocken; das eigene AIS wird von anderen gesehen',
    },
    '529eaa96-d81e-4334-8925-32f4f797d465': {
      title: 'Seeventile',
      hint: 'Jedes geöffnet und geschlossen; rosa oder bröselndes Metall heißt Entzinkung; Hebel nicht fest',
    },
    '7d9de2c7-8588-4972-b054-336394e3118f': {
      title: 'Borddurchlässe und Schläuche',
      hint: 'Mit dem Hammer geprüft, möglichst doppelte Schellen, Schlauch nicht rissig oder weich',
    },
    '7125de12-00c8-47b9-9f66-a05fee5d5bfa': {
      title: 'Holzpfropfen',
      hint: 'An jedem Seeventil einer in passender Größe angebunden',
    },
    '8ed6ba33-8c12-48af-b19f-c2786a759083': {
      title: 'Geber von Logge und Lot',
      hint: 'Blindstopfen an Bord, Rückschlagklappe geht, am Kragen nichts feucht',
    },
    'c94d9cf2-0e06-403e-8ee0-7cbcc015a232': {
      title: 'Frischwassertank und Pumpe',
      hint: 'Kein Geruch oder Belag, Pumpe steht bei geschlossenen Hähnen, Filter sauber; letzte Desinfektion',
    },
    'd0540cea-a45c-4b26-aa90-a14d152dda72': {
      title: 'Warmwasser',
      hint: 'Sicherheitsventil tropft nur beim Heizen, Schläuche zum Motor gut, Heizstab und Schalter',
    },
    '5a3ab14a-aaff-47e3-872e-3d71039b80da': {
      title: 'Wassermacher',
      hint: 'Membran konserviert oder in Betrieb, Wassergüte gemessen, Hochdruckschläuche trocken',
    },
    'ff2269de-9af8-4c8b-991e-14852109843a': {
      title: 'Toilette',
      hint: 'Pumpe dichtet, Entenschnabelventil, Fuß dicht; Schwanenhals bei jeder Krängung über der Wasserlinie',
    },
    'cd6e3163-82f9-4f94-a7ba-55e3eacda097': {
      title: 'Fäkalientank',
      hint: 'Entlüftung frei, Anzeige stimmt, Umschalter beschriftet und abschließbar, Absaugdeckel dicht',
    },
    'f8898e3c-2edf-4b7b-955a-889ed23442cf': {
      title: 'Elektrische Lenzpumpen',
      hint: 'Sieb sauber, hebt einen Eimer in der angegebenen Zeit, Auslass auch bei Krängung über Wasser',
    },
    '0c797280-6435-4682-86d0-c80af4ccd33e': {
      title: 'Handlenzpumpe',
      hint: 'Membran geschmeidig, Hebel zur Hand und angebunden, auch bei geschlossenen Luken zu bedienen',
    },
    'f322be52-dd29-4a65-8a63-6ab5ed9c4ce5': {
      title: 'Gaskasten',
      hint: 'Nach innen dicht, Ablauf nach außen über der Wasserlinie, Flaschen aufrecht und verzurrt',
    },
    '4db314dd-8c80-48d0-8bf3-0355a7a6344a': {
      title: 'Druckregler und Schläuche',
      hint: 'Datum auf Schlauch und Regler in der Frist des Landes, meist fünf bis zehn Jahre; beim Biegen keine Risse',
    },
    '87f071ac-573a-4fff-a391-dcb731934a45': {
      title: 'Dichtheitsprüfung',
      hint: 'Lecktester oder Manometer hält die vorgeschriebene Zeit; Prüfbescheinigung gültig',
    },
    '4bb2b3ef-5297-42af-af87-ba33cd7d779c': {
      title: 'Herd und Zündsicherung',
      hint: 'Ventile schließen nach dem Ausblasen binnen einer Minute; Kardanik, Schlingerleisten und Sperre; Absperrung in Reichweite',
    },
    '50be4073-ba01-4353-9dc5-cd5bf3ccb115': {
      title: 'Heizung',
      hint: 'Abgasrohr isoliert und gasdicht, Ansaugung davon getrennt, Kohlenmonoxidmelder geht',
    },
    'f5ca304a-a344-418a-98c8-21424cce60e7': {
      title: 'Rettungswesten',
      hint: 'Eine für jeden Menschen und jede Größe; Blase hält über Nacht, Patrone gewogen und fest, Auslöser nicht abgelaufen',
    },
    '420655e0-ed82-46e9-afae-7eb4c6dd3b28': {
      title: 'Lifebelts, Sorgleinen und Strecktaue',
      hint: 'Nähte heil, Überlastanzeige nicht sichtbar, Gurt nicht steif von der Sonne; Anschlagpunkte mit Gegenplatten',
    },
    '00101d89-fbc2-44d2-81ce-efb1105dde63': {
      title: 'Rettungsinsel',
      hint: 'Wartung und Wasserdruckauslöser gültig, Reißleine fest, ohne Werkzeug erreichbar',
    },
    '452fc808-8fcc-4c15-8b0a-94d0f03bd935': {
      title: 'Rettungsring, Licht und Bergeschlinge',
      hint: 'Wirft sich, ohne sich zu verheddern; Licht geht an; Bootsname darauf',
    },
    '44eca4a2-6435-4412-abbe-90d2b2b97872': {
      title: 'Seenotsignale oder elektronisches Licht',
      hint: 'Daten, trocken und griffbereit; Abgelaufenes abgegeben',
    },
    '9c6babf1-ee29-4928-bb93-7abbec019a47': {
      title: 'EPIRB und PLB',
      hint: 'Batterie und Auslöser nicht abgelaufen, Selbsttest, auf dieses Boot und diese Kontakte angemeldet',
    },
    '7cc309b2-8fbe-4ace-970c-fd055370a982': {
      title: 'UKW und DSC',
      hint: 'Notverfahren ausgehängt, Ersatzantenne, Handfunkgerät geladen',
    },
    '69df25a0-64cb-4026-9a4d-d9adb4fce1c3': {
      title: 'Horn, Glocke, Signalkörper und Reflektor',
      hint: 'Horn tönt, Ball und Kegel an Bord, Reflektor angebracht',
    },
    '1d13d53d-c89b-4d43-b639-4beaa435e09d': {
      title: 'Feuerlöscher',
      hint: 'Zahl, Größe und Klasse wie vorgeschrieben; Anzeige im grünen Bereich, Prüfdatum, nahe Ausgängen und Pantry',
    },
    '875b2a80-2cee-4c19-8f21-125a4daf228a': {
      title: 'Löschanlage im Motorraum',
      hint: 'Gewicht oder Druck der Flasche, Düse frei, Handauslösung geht, Löschöffnung für den Handlöscher',
    },
    'ace6c03b-50af-48fb-b22b-a1ca715a6057': {
      title: 'Löschdecke',
      hint: 'Hängt, wo sie am brennenden Herd vorbei zu erreichen ist',
    },
    '019fd7ee-2bf4-4637-a6cc-102adf37a552': {
      title: 'Gas-, Rauch- und Kohlenmonoxidmelder',
      hint: 'Jeder geprüft, Sensor nicht abgelaufen, in den Kojen zu hören',
    },
    '8ec7460f-ebe5-44f8-8c3f-06ad5f3a722b': {
      title: 'Bergung',
      hint: 'Mittel, um jemanden aus dem Wasser zu heben, an Bord und probiert; Leiter vom Wasser aus herabzulassen',
    },
    '849a049e-1057-4766-afe9-7d34c8cdbbc7': {
      title: 'Bordapotheke',
      hint: 'Nicht abgelaufen, für die Mannschaft und den Weg zur Hilfe; Mittel gegen Seekrankheit; eigene Medikamente',
    },
    '41a6ce4e-6960-433b-8e5d-12857dc5cf79': {
      title: 'Seekarten und Leuchtfeuerverzeichnis',
      hint: 'Berichtigte Karten auf Papier oder ein zweites Gerät fürs Revier; Kompass beleuchtet, Ablenkung bekannt',
    },
    '7f4f298c-ebb7-4d29-924a-54218430981a': {
      title: 'Papiere',
      hint: 'Registrierung, Versicherung, Funkzeugnis, und ein Typenschild, das zum Rumpf passt',
    },
    'f74c938c-8686-44c7-928f-043f5256f779': {
      title: 'Notsteuerung und Werkzeug',
      hint: 'Werkzeug, Wantenschneider, Klebeband, Holzpfropfen, Ersatzimpeller und Riemen an einem bekannten Ort',
    },
  },
}
