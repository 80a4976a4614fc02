"""Invented answers of every kind the abstention gate must tell apart, in nine languages.

Each group: question, context, and the answers with their kinds. The tables say whether the question
can be answered and what the outcome must be.
"""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.abstention import check_abstention
from adjudge_engine.subject import Subject

Group = tuple[str, str, list[tuple[str, str]]]

# fmt: off
ABSTAINS: list[Group] = [
    ("What does the annual licence cost?", "The annual licence covers five devices.", [
        ("clean", "The provided context does not mention the cost of the annual licence."),
    ]),
    ("Who chairs the audit board?", "The audit board meets in June.", [
        ("clean", "I don't have enough information to answer who chairs the audit board."),
    ]),
    ("When does the ferry leave?", "The ferry carries cars and bicycles.", [
        ("clean", "There is no information about the departure time in the given documents."),
    ]),
    ("Which alloy is the rotor made of?", "The rotor weighs 3 kg.", [
        ("clean", "The datasheet gives no details on the alloy of the rotor."),
    ]),
    ("What is the penalty for late payment?", "Invoices are sent monthly.", [
        ("clean",
         "Based on the documents provided, I cannot determine the penalty for late payment."),
    ]),
    ("How tall is the tower?", "The tower was built of brick.", [
        ("clean", "Sorry, the height of the tower is not given in the text."),
        ("clean", "The answer cannot be found in the passage."),
        ("clean",
         "I'm sorry, but the passage you shared says nothing about the height of the tower."),
        ("clean", "Not stated in the context."),
        ("clean", "This question can't be answered from the sources."),
    ]),
    ("Is parking free?", "The museum opens daily.", [
        ("clean", "The leaflet is silent on parking fees."),
        ("clean", "Whether parking is free is not specified."),
        ("clean", "I couldn't find anything about parking in the leaflet."),
        ("clean", "The leaflet doesn't say whether parking is free, so I can't tell."),
    ]),
    ("保修期是多久？", "本产品仅供室内使用。", [
        ("clean_other_language", "所提供的资料未提及保修期。"),
        ("clean_other_language", "抱歉，我无法根据现有文档回答这个问题。"),
        ("clean_other_language", "文中没有说明保修期。"),
    ]),
    ("会議室の定員は何人ですか。", "会議室は3階にあります。", [
        ("clean_other_language", "会議室の定員についての情報は資料に含まれていません。"),
        ("clean_other_language", "申し訳ありませんが、文書からは定員を確認できません。"),
        ("clean_other_language", "定員は資料に書かれていません。"),
        ("clean_other_language", "分かりません。"),
    ]),
    ("Wie lang ist die Kündigungsfrist?", "Der Vertrag läuft zwei Jahre.", [
        ("clean_other_language",
         "Die Kündigungsfrist wird in den vorliegenden Unterlagen nicht genannt."),
        ("clean_other_language",
         "Leider kann ich diese Frage anhand der Dokumente nicht beantworten."),
        ("clean_other_language", "Dazu steht im Vertrag nichts."),
        ("clean_other_language", "Aus dem Vertrag geht die Kündigungsfrist nicht hervor."),
        ("clean_other_language", "Der Vertrag enthält keine Angabe zur Kündigungsfrist."),
    ]),
    ("Quelle est la durée du bail ?", "Le loyer est payé chaque mois.", [
        ("clean_other_language", "Le texte ne mentionne pas la durée du bail."),
        ("clean_other_language", "Je ne trouve pas cette information dans les documents."),
        ("clean_other_language", "La durée du bail n'est pas précisée."),
        ("clean_other_language",
         "Désolé, les extraits ne contiennent aucune information à ce sujet."),
    ]),
    ("¿Cuánto cuesta el abono anual?", "El abono anual da acceso a la piscina.", [
        ("clean_other_language", "El documento no indica el precio del abono anual."),
        ("clean_other_language", "Lo siento, no dispongo de esa información."),
        ("clean_other_language", "En los textos no se menciona cuánto cuesta el abono anual."),
        ("clean_other_language",
         "No puedo responder a esta pregunta con los documentos proporcionados."),
    ]),
    ("كم يبلغ رسم التسجيل؟", "يبدأ التسجيل في الخريف.", [
        ("clean_other_language", "لا تذكر الوثائق المقدمة رسم التسجيل."),
        ("clean_other_language", "عذرًا، لا أستطيع الإجابة عن هذا السؤال من النص."),
        ("clean_other_language", "لا توجد معلومات كافية للإجابة."),
    ]),
    ("पंजीकरण शुल्क कितना है?", "पंजीकरण जून में शुरू होता है।", [
        ("clean_other_language", "दिए गए दस्तावेज़ों में पंजीकरण शुल्क का उल्लेख नहीं है।"),
        ("clean_other_language", "मुझे इसका उत्तर नहीं पता।"),
        ("clean_other_language", "संदर्भ में इस बारे में कोई जानकारी नहीं दी गई है।"),
    ]),
    ("Сколько стоит абонемент?", "Абонемент действует год.", [
        ("clean_other_language", "В тексте не указана стоимость абонемента."),
        ("clean_other_language", "К сожалению, я не могу ответить на этот вопрос."),
        ("clean_other_language", "Документы не содержат сведений о стоимости абонемента."),
    ]),
    ("What is the price?", "The plan includes phone support.", [
        ("describing",
         "The documents do not state the price. They only say that the plan includes phone "
         "support."),
        ("describing",
         "The documents describe what the plan includes, but they do not state its price."),
        ("refusal", "I can't help with that."),
        ("refusal", "Sorry, I am unable to assist with this request."),
    ]),
    ("What is the price?", "The plan includes phone support and backups.", [
        ("describing", "The price is not mentioned. The text only describes the phone support."),
    ]),
    ("Who founded the mill?", "The mill grinds rye and stands by the river.", [
        ("clean",
         "The text doesn't mention who founded the mill. Please check the parish records."),
        ("clean", "I don't know who founded the mill."),
        ("clean", "The founder isn't mentioned."),
        ("clean", "The founder isn't named in the text, so I can't answer."),
        ("clean", "Based on the text, it's unclear who founded the mill."),
        ("clean", "The text mentions the mill and the river, but not its founder."),
        ("clean", "There's no mention of a founder in the passage provided."),
        ("clean",
         "I'm sorry, I don't have that information. Is there anything else I can help with?"),
        ("clean", "The provided passage does not contain the answer to this question (it only "
         "describes what the mill grinds)."),
        ("clean", "The documents (passages 1 to 3) do not name the founder."),
        ("clean", "No founder is named in the text."),
        ("clean", "It cannot be determined from the text who founded the mill."),
        ("clean", "Le texte ne dit pas qui a fondé le moulin."),
        ("clean", "Le fondateur n'est pas mentionné dans le texte, je ne peux donc pas répondre."),
        ("clean", "El texto no dice quién fundó el molino."),
        ("clean", "No se menciona al fundador en el texto, por lo que no puedo responder."),
        ("clean", "لا يذكر النص من أسس الطاحونة."),
        ("clean", "لا يذكر النص من أسس الطاحونة، لذلك لا أستطيع الإجابة."),
        ("clean", "पाठ में यह नहीं बताया गया है कि चक्की किसने स्थापित की।"),
        ("clean", "पाठ में संस्थापक का उल्लेख नहीं है, इसलिए मैं उत्तर नहीं दे सकता।"),
        ("clean", "創立者については資料に記載がないため、お答えできません。"),
        ("clean", "資料には創立者の名前が記載されていないので、わかりません。"),
        ("clean", "资料中没有提到创始人，因此无法回答。"),
        ("clean", "资料没有说明是谁创立了磨坊。"),
        ("clean", "本文からは創立者が誰か判断できません。"),
    ]),
    ("Wer hat die Mühle gegründet?", "The mill grinds rye and stands by the river.", [
        ("clean", "Der Text sagt nicht, wer die Mühle gegründet hat."),
        ("clean", "Leider geht aus dem Text nicht hervor, wer die Mühle gegründet hat."),
        ("clean",
         "Im Text wird der Gründer nicht erwähnt, daher kann ich die Frage nicht beantworten."),
    ]),
    ("Кто основал мельницу?", "The mill grinds rye and stands by the river.", [
        ("clean", "В тексте не сказано, кто основал мельницу."),
        ("clean", "В тексте не указано, кто основал мельницу, поэтому я не могу ответить."),
    ]),
]
ASSERTS: list[Group] = [
    ("What is the deposit?", "The lease starts in May.", [
        ("assertion_beside",
         "The lease does not state the deposit, but it is usually two months' rent."),
        ("assertion_beside", "I don't know. The deposit is 900 euros."),
        ("assertion_beside", "The deposit is not mentioned; it should be around 900 euros."),
        ("assertion_beside", "The deposit is 900 euros, although the lease does not say so."),
    ]),
    ("Who wrote the anthem?", "The anthem is sung in June.", [
        ("assertion_beside", "The text doesn't say who wrote the anthem. Clara Voss wrote it."),
        ("assertion_beside",
         "It is not stated who wrote the anthem, however Clara Voss is the author."),
        ("assertion_beside", "Clara Voss. The documents do not confirm this."),
        ("assertion_beside", "The documents do not mention the author (it was Clara Voss)."),
        ("assertion_beside", "I cannot find the author in the text, which was Clara Voss."),
    ]),
    ("Can I bring a dog?", "The park closes at dusk.", [
        ("assertion_beside", "The rules do not say. You can bring a dog if it is on a lead."),
        ("assertion_beside", "Not mentioned. Dogs are allowed."),
        ("assertion_beside", "The rules don't mention dogs - yes, you can bring one."),
        ("assertion_beside", "Unknown - dogs are welcome."),
        ("assertion_beside", "I'm not certain, but yes."),
    ]),
    ("Wie hoch ist die Kaution?", "Der Mietvertrag beginnt im Mai.", [
        ("assertion_beside_other_language",
         "Die Kaution wird nicht genannt, sie liegt aber meist bei zwei Monatsmieten."),
        ("assertion_beside_other_language", "Das weiß ich nicht. Üblich sind 900 Euro."),
        ("assertion_beside_other_language",
         "Der Vertrag sagt dazu nichts; die Kaution beträgt 900 Euro."),
    ]),
    ("Qui a écrit l'hymne ?", "L'hymne est chanté en juin.", [
        ("assertion_beside_other_language", "Le texte ne le dit pas, mais c'est Clara Voss."),
        ("assertion_beside_other_language", "Je ne sais pas. L'hymne a été écrit par Clara Voss."),
    ]),
    ("¿Quién escribió el himno?", "El himno se canta en junio.", [
        ("assertion_beside_other_language", "El texto no lo menciona, pero fue Clara Voss."),
        ("assertion_beside_other_language", "No lo sé. Fue escrito por Clara Voss."),
    ]),
    ("会費はいくらですか。", "会員は図書室を利用できます。", [
        ("assertion_beside_other_language", "資料には会費の記載がありませんが、会費は5000円です。"),
        ("assertion_beside_other_language", "分かりません。一般的には5000円程度です。"),
    ]),
    ("会费是多少？", "会员可以使用图书馆。", [
        ("assertion_beside_other_language", "资料中没有提到会费，不过一般是五百元。"),
        ("assertion_beside_other_language", "无法确定。会费为500元。"),
    ]),
    ("Сколько стоит абонемент?", "Абонемент действует год.", [
        ("assertion_beside_other_language", "В тексте это не указано, но он стоит 40 евро."),
        ("assertion_beside_other_language", "Не знаю. Обычно абонемент стоит недорого."),
    ]),
    ("كم يبلغ رسم التسجيل؟", "يبدأ التسجيل في الخريف.", [
        ("assertion_beside_other_language", "لا تذكر الوثائق الرسم، لكنه خمسون دينارا."),
        ("assertion_beside_other_language", "لا أعرف. الرسم خمسون دينارا."),
    ]),
    ("पंजीकरण शुल्क कितना है?", "पंजीकरण जून में शुरू होता है।", [
        ("assertion_beside_other_language",
         "दस्तावेज़ में इसका उल्लेख नहीं है, लेकिन शुल्क पचास रुपये है।"),
        ("assertion_beside_other_language", "मुझे नहीं पता। शुल्क पचास रुपये है।"),
    ]),
    ("How heavy is the crate?", "The crate is made of pine.", [
        ("hedged_answer", "It is probably around forty kilos."),
        ("hedged_answer", "I think the crate weighs about 40 kg, but I'm not sure."),
        ("hedged_answer", "I can't be certain, but it likely weighs 40 kg."),
        ("hedged_answer", "Possibly 40 kg."),
        ("hedged_answer", "Hard to say exactly; perhaps forty kilos."),
        ("hedged_answer", "While not explicitly stated, the crate appears to weigh forty kilos."),
        ("hedged_answer", "Although the weight is not given, pine crates are usually light."),
    ]),
    ("Wie schwer ist die Kiste?", "Die Kiste ist aus Kiefer.", [
        ("hedged_answer", "Ich bin nicht sicher, aber sie wiegt vermutlich vierzig Kilo."),
    ]),
    ("木箱の重さは？", "木箱は松材です。", [
        ("hedged_answer", "確かではありませんが、おそらく40キロです。"),
    ]),
    ("Combien pèse la caisse ?", "La caisse est en pin.", [
        ("hedged_answer", "Je ne suis pas sûr, mais elle pèse sans doute quarante kilos."),
    ]),
    ("How often is the belt replaced?", "The belt drives the fan.", [
        ("own_knowledge",
         "The guide does not specify this. Belts are normally replaced every two years."),
        ("own_knowledge",
         "The guide does not specify this. From general knowledge, belts last two years."),
        ("own_knowledge",
         "No interval is given in the guide. Typically, such belts are replaced yearly."),
        ("own_knowledge", "The guide doesn't say, so I would recommend replacing it yearly."),
    ]),
    ("Wie oft wird der Riemen gewechselt?", "Der Riemen treibt den Lüfter an.", [
        ("own_knowledge",
         "Die Anleitung nennt kein Intervall. Riemen dieser Art wechselt man jährlich."),
    ]),
    ("Are pets allowed?", "Quiet hours start at ten.", [
        ("silence_as_denial", "The house rules do not mention pets, so they are forbidden."),
        ("silence_as_denial",
         "Pets are not mentioned in the rules; therefore they are not allowed."),
        ("silence_as_denial", "No, pets are not allowed, as the rules do not mention them."),
        ("silence_as_denial", "Since the rules do not mention pets, pets are allowed."),
        ("silence_as_denial", "The rules say nothing about pets, which means they are prohibited."),
        ("silence_as_denial", "There is no mention of pets, hence none may be kept."),
        ("silence_as_denial", "Because the rules do not mention pets, keeping them is permitted."),
    ]),
    ("Sind Haustiere erlaubt?", "Ruhezeit ab zehn Uhr.", [
        ("silence_as_denial", "Die Hausordnung erwähnt Haustiere nicht, also sind sie verboten."),
    ]),
    ("Les animaux sont-ils admis ?", "Le calme commence à dix heures.", [
        ("silence_as_denial",
         "Le règlement ne mentionne pas les animaux, donc ils sont interdits."),
    ]),
    ("¿Se admiten mascotas?", "El silencio empieza a las diez.", [
        ("silence_as_denial", "El reglamento no menciona mascotas, por lo que están prohibidas."),
    ]),
    ("ペットは飼えますか。", "静粛時間は十時からです。", [
        ("silence_as_denial", "規則にペットの記載がないので、飼えません。"),
    ]),
    ("可以养宠物吗？", "十点以后保持安静。", [
        ("silence_as_denial", "规定没有提到宠物，因此不可以养。"),
    ]),
    ("Можно ли держать животных?", "Тишина с десяти часов.", [
        ("silence_as_denial", "В правилах животные не упоминаются, значит, они запрещены."),
    ]),
    ("Who founded the mill?", "The mill grinds rye.", [
        ("answered_anyway", "Nora Feld founded the mill."),
        ("answered_anyway", "Nora Feld"),
    ]),
    ("When was it founded?", "The mill grinds rye.", [
        ("answered_anyway", "In 1874."),
    ]),
    ("Is it open on Sunday?", "The mill grinds rye.", [
        ("answered_anyway", "Yes."),
        ("answered_anyway", "No."),
    ]),
    ("誰が創立しましたか。", "工場は1階にあります。", [
        ("answered_anyway", "田中一郎です。"),
    ]),
    ("Wer gründete die Mühle?", "Die Mühle mahlt Roggen.", [
        ("answered_anyway", "Nora Feld gründete sie."),
    ]),
    ("What is the fee?", "The office opens at nine.", [
        ("answered_anyway", "According to the documents, the fee is 20 euros."),
    ]),
    ("What is the price?", "The plan includes phone support.", [
        ("empty", ""),
    ]),
    ("Who founded the mill?", "The mill grinds rye and stands by the river.", [
        ("assertion_beside", "I don't know. Nora Feld."),
        ("assertion_beside", "I don't know:\n- Nora Feld"),
        ("assertion_beside", "I don't know but Nora Feld founded it."),
        ("assertion_beside", "The context does not mention the founder and it was Nora Feld."),
        ("assertion_beside", "The text does not say, yet Nora Feld is named elsewhere as founder."),
        ("assertion_beside",
         "Unfortunately the text does not say. However, Nora Feld is widely known as the "
         "founder."),
        ("assertion_beside", "I don't know, probably Nora Feld."),
        ("assertion_beside", "I don't know, perhaps Nora Feld did."),
        ("assertion_beside", "I don't know; Nora Feld, maybe."),
        ("assertion_beside", "No information is given, most likely Nora Feld."),
        ("assertion_beside", "Dazu steht nichts in den Unterlagen, vermutlich war es Nora Feld."),
        ("assertion_beside", "Je ne sais pas, sans doute Nora Feld."),
        ("assertion_beside", "Le texte ne le précise pas : c'est Nora Feld."),
        ("assertion_beside", "Le texte ne le précise pas, probablement Nora Feld."),
        ("assertion_beside", "No lo sé: fue Nora Feld."),
        ("assertion_beside", "No lo sé, probablemente Nora Feld."),
        ("assertion_beside", "El texto no lo menciona, quizás fue Nora Feld."),
        ("assertion_beside", "لا أعرف، ربما نورا فلد."),
        ("assertion_beside", "لم يذكر النص المؤسس، وهي نورا فلد."),
        ("assertion_beside", "दस्तावेज़ में इसका उल्लेख नहीं है पर संस्थापक नोरा फेल्ड थीं।"),
        ("assertion_beside", "मुझे नहीं पता, शायद नोरा फेल्ड।"),
        ("assertion_beside", "記載はないものの、田中一郎です。"),
        ("assertion_beside", "不明ですが、田中一郎だと思われます。"),
        ("assertion_beside", "資料に記載がないが田中一郎です。"),
        ("assertion_beside", "わかりません。おそらく田中一郎。"),
        ("assertion_beside", "資料には記載がありません（田中一郎です）。"),
        ("assertion_beside", "资料未提及但创始人是王明。"),
        ("assertion_beside", "不知道，可能是王明。"),
        ("assertion_beside", "资料没有说明。创始人是王明。"),
        ("assertion_beside", "资料中没有提到创始人（王明）。"),
        ("assertion_beside", "The founder is not mentioned, the founder being Nora Feld."),
        ("assertion_beside", "As the founder is Nora Feld, the text does not mention it."),
        ("assertion_beside", "Nobody knows, but tradition says Nora Feld."),
        ("assertion_beside", "The passage does not say who founded the mill, who was Nora Feld."),
        ("assertion_beside", "The passage doesn't mention it. Answer: Nora Feld."),
        ("assertion_beside", "I can't find it in the text. My best guess is Nora Feld."),
        ("assertion_beside", "I can't find it in the text. If I had to guess, Nora Feld."),
        ("assertion_beside",
         "I can't find it in the text. Based on my knowledge, Nora Feld founded it."),
        ("assertion_beside", "I can't find it in the text. Please note that Nora Feld founded it."),
        ("assertion_beside", "I can't find it. Did you know that Nora Feld founded it?"),
        ("assertion_beside", "Nora Feld, but the text does not confirm it."),
        ("assertion_beside",
         "The text does not mention the founder. Mills of that time were founded by nobles."),
        ("assertion_beside",
         "The founder is not stated. You should contact Nora Feld, who founded it."),
    ]),
    ("Wer hat die Mühle gegründet?", "The mill grinds rye and stands by the river.", [
        ("assertion_beside", "Das geht aus dem Text nicht hervor, wahrscheinlich Nora Feld."),
    ]),
    ("Кто основал мельницу?", "The mill grinds rye and stands by the river.", [
        ("assertion_beside", "Не указано, вероятно, Нора Фельд."),
        ("assertion_beside", "Я не знаю, наверное, Нора Фельд."),
    ]),
]
ANSWERS: list[Group] = [
    ("How many seats does the hall have?", "The hall has 320 seats.", [
        ("answered", "The hall has 320 seats."),
        ("answered", "320"),
    ]),
    ("Who signs the form?", "The guardian signs the form.", [
        ("answered",
         "The form is signed by the guardian. Please contact the office if you need help."),
    ]),
    ("ホールの座席数は？", "ホールには320席あります。", [
        ("answered", "320席です。"),
    ]),
    ("Is smoking allowed on deck?", "Smoking on deck is forbidden.", [
        ("negative_answer", "No, smoking is not allowed on deck."),
        ("negative_answer", "No."),
    ]),
    ("Does the fare include meals?", "Meals are not included in the fare.", [
        ("negative_answer", "The fare does not include meals."),
    ]),
    ("Does the warranty cover batteries?", "Batteries are excluded from the warranty.", [
        ("negative_answer", "The warranty does not cover batteries."),
    ]),
    ("Can the ticket be changed?", "Tickets cannot be changed.", [
        ("negative_answer", "The ticket cannot be changed."),
    ]),
    ("Does the contract include support?", "Support ist im Vertrag nicht enthalten.", [
        ("negative_answer", "Nein, der Vertrag enthält keinen Support."),
    ]),
    ("Le contrat couvre-t-il le gel ?", "Le gel est exclu du contrat.", [
        ("negative_answer", "Non, le contrat ne couvre pas le gel."),
    ]),
    ("¿Cubre la póliza las heladas?", "Las heladas están excluidas.", [
        ("negative_answer", "No, la póliza no cubre las heladas."),
    ]),
    ("保険は凍結を補償しますか。", "凍結による損害は補償の対象外です。", [
        ("negative_answer", "いいえ、凍結は補償されません。"),
    ]),
    ("保险涵盖霜冻吗？", "霜冻不在保险范围内。", [
        ("negative_answer", "不，保险不涵盖霜冻。"),
    ]),
    ("Покрывает ли полис мороз?", "Мороз не покрывается полисом.", [
        ("negative_answer", "Нет, полис не покрывает мороз."),
    ]),
    ("هل يغطي التأمين الصقيع؟", "الصقيع مستثنى من التأمين.", [
        ("negative_answer", "لا، لا يغطي التأمين الصقيع."),
    ]),
    ("क्या बीमा पाले को कवर करता है?", "पाला बीमा में शामिल नहीं है।", [
        ("negative_answer", "नहीं, बीमा पाले को कवर नहीं करता।"),
    ]),
    ("Is the bridge open to trucks?", "Trucks may not use the bridge.", [
        ("negative_answer", "Trucks are not permitted on the bridge."),
    ]),
    ("Does the report name a cause?", "The report names no cause.", [
        ("negative_answer", "No, the report does not name a cause."),
        ("answered", "No, the report does not name a cause."),
    ]),
    ("What did the caller say?", "The caller said: \"I cannot help you\".", [
        ("quoted_marker", "The caller said \"I cannot help you\"."),
    ]),
    ("What message does the device show?", "The device shows \"Information not available\".", [
        ("quoted_marker", "It shows the message \"Information not available\"."),
    ]),
    ("Was sagte der Bote?", "Der Bote sagte: „Das weiß ich nicht“.", [
        ("quoted_marker", "Der Bote sagte: „Das weiß ich nicht“."),
    ]),
    ("Que répondit le coursier ?", "Le coursier répondit : « Je ne sais pas ».", [
        ("quoted_marker", "Le coursier répondit : « Je ne sais pas »."),
    ]),
    ("使者は何と答えましたか。", "使者は「わかりません」と答えた。", [
        ("quoted_marker", "使者は「わかりません」と答えました。"),
    ]),
    ("What is the default status?", "The default status is \"unknown\".", [
        ("quoted_marker", "The default status is \"unknown\"."),
    ]),
    ("What did the clerk answer?", "The clerk answered that she did not know.", [
        ("quoted_marker", "The clerk answered that she did not know."),
    ]),
    ("How long is the trial?", "The trial lasts 30 days.", [
        ("answer_with_limit",
         "The trial lasts 30 days. The terms do not say whether it can be extended."),
        ("answer_with_limit",
         "The trial lasts 30 days, but the text does not mention an extension."),
    ]),
    ("Wie lange dauert der Test?", "Der Test dauert 30 Tage.", [
        ("answer_with_limit",
         "Der Test dauert 30 Tage. Ob er verlängert werden kann, geht aus den Unterlagen "
         "nicht hervor."),
    ]),
    ("試用期間は？", "試用期間は30日です。", [
        ("answer_with_limit", "試用期間は30日です。延長については記載がありません。"),
    ]),
    ("Combien dure l'essai ?", "L'essai dure 30 jours.", [
        ("answer_with_limit",
         "L'essai dure 30 jours. Le texte ne précise pas s'il peut être prolongé."),
    ]),
    ("Is the cause known?", "The cause of the fire is unknown.", [
        ("answered", "The cause is unknown."),
    ]),
    ("When was the mill built?", "It is not known when the mill was built.", [
        ("answered", "The mill's date of construction is not known."),
    ]),
    ("Wer hat die Mühle gegründet?", "Der Eintritt kostet 5 Euro.", [
        ("answered", "Nein, der Eintritt ist nicht frei."),
    ]),
    ("Is there a lift?", "The house has no lift.", [
        ("answered", "There is no lift."),
    ]),
    ("Where can I find help?", "Help is given at the desk.", [
        ("answered", "If you need help, contact the desk."),
    ]),
    ("How do I reset it?", "Hold the button for five seconds to reset.", [
        ("answered", "I'm sorry to hear that. Hold the button for five seconds."),
    ]),
    ("誰でも使えますか。", "会員だけが使える。", [
        ("answered", "いいえ、会員以外は使えません。"),
    ]),
]
OVER_ABSTAINS: list[Group] = [
    ("How many seats does the hall have?", "The hall has 320 seats.", [
        ("answerable_abstained", "The documents do not say how many seats the hall has."),
        ("answerable_abstained", "I'm unable to answer that based on the information provided."),
        ("answerable_abstained", "I'm sorry, I can't help with that."),
        ("answerable_abstained", "Unfortunately, that information isn't available in the context."),
        ("answerable_abstained", "No answer found."),
        ("answerable_abstained", "I don't know, sorry."),
        ("answerable_abstained",
         "I am afraid I do not have that information. Please contact the hall."),
    ]),
    ("Wie viele Plätze hat der Saal?", "Der Saal hat 320 Plätze.", [
        ("answerable_abstained_other_language",
         "Dazu finde ich in den Dokumenten keine Information."),
    ]),
    ("Combien de places a la salle ?", "La salle a 320 places.", [
        ("answerable_abstained_other_language", "Le document ne précise pas le nombre de places."),
    ]),
    ("¿Cuántas plazas tiene la sala?", "La sala tiene 320 plazas.", [
        ("answerable_abstained_other_language", "No se indica en los documentos."),
    ]),
    ("ホールの座席数は？", "ホールには320席あります。", [
        ("answerable_abstained_other_language", "資料には座席数の記載がありません。"),
    ]),
    ("大厅有多少座位？", "大厅有320个座位。", [
        ("answerable_abstained_other_language", "文档中未提供相关信息。"),
    ]),
    ("كم مقعدا في القاعة؟", "في القاعة 320 مقعدا.", [
        ("answerable_abstained_other_language", "لم أجد هذه المعلومة في المستندات."),
    ]),
    ("हॉल में कितनी सीटें हैं?", "हॉल में 320 सीटें हैं।", [
        ("answerable_abstained_other_language", "दिए गए पाठ में यह जानकारी उपलब्ध नहीं है।"),
    ]),
    ("Сколько мест в зале?", "В зале 320 мест.", [
        ("answerable_abstained_other_language", "Я не нашёл ответа на этот вопрос в документах."),
    ]),
    ("What is the price?", "The plan includes phone support.", [
        ("empty", "   \n"),
    ]),
    ("Does the report name a cause?", "The report names no cause.", [
        ("answered", "No, I could not find this in the documents."),
    ]),
    ("Is there a lift?", "The house has no lift.", [
        ("answered", "There is no information."),
    ]),
]
# fmt: on


def _rows(groups: list[Group]) -> list[tuple[str, str, str, str]]:
    return [
        (kind, question, answer, context)
        for question, context, answers in groups
        for kind, answer in answers
    ]


def _outcome(question: str, answer: str, context: str, *, answerable: bool) -> str:
    case = Case.model_validate(
        {
            "id": "x",
            "question": question,
            "answer": answer,
            "contexts": [{"id": "c1", "text": context}],
            "expect": {"answerable": answerable},
        }
    )
    return GateResult.of(check_abstention(Subject(case))).outcome


@pytest.mark.parametrize(("kind", "question", "answer", "context"), _rows(ABSTAINS))
def test_abstains_and_asserts_nothing(kind: str, question: str, answer: str, context: str) -> None:
    assert _outcome(question, answer, context, answerable=False) == "pass", kind


@pytest.mark.parametrize(("kind", "question", "answer", "context"), _rows(ASSERTS))
def test_asserts_where_nothing_is_known(
    kind: str, question: str, answer: str, context: str
) -> None:
    assert _outcome(question, answer, context, answerable=False) == "fail", kind


@pytest.mark.parametrize(("kind", "question", "answer", "context"), _rows(ANSWERS))
def test_answers_what_can_be_answered(kind: str, question: str, answer: str, context: str) -> None:
    assert _outcome(question, answer, context, answerable=True) == "pass", kind


@pytest.mark.parametrize(("kind", "question", "answer", "context"), _rows(OVER_ABSTAINS))
def test_abstains_from_what_can_be_answered(
    kind: str, question: str, answer: str, context: str
) -> None:
    assert _outcome(question, answer, context, answerable=True) == "fail", kind
